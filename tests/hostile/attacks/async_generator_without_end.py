# shows: returned | timeout
# threat: values
"""Is an asynchronous generator that never ends."""


async def attack(place):
    while True:
        yield "more"
