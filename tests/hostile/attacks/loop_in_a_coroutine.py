# shows: timeout
# threat: time
"""Is a coroutine that never ends."""

import asyncio


async def attack(place):
    while True:
        try:
            await asyncio.sleep(0)
        except BaseException:
            pass
