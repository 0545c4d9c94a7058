# shows: exit | refused | timeout
# threat: processes
# limit: 1
"""Is never where it was: each process starts the next and ends. Ends after 2000 generations."""

import os


def attack(place):
    for _ in range(2000):
        try:
            if os.fork():
                os._exit(0)
        except OSError:
            continue
        os.setsid()
    while True:
        pass
