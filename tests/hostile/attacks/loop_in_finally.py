# shows: timeout
# threat: time
"""Catches its own end, and starts again in `finally`."""


def attack(place):
    try:
        while True:
            pass
    finally:
        while True:
            try:
                while True:
                    pass
            finally:
                continue
