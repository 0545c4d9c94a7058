# shows: timeout
# threat: time
"""Loops for ever."""


def attack(place):
    while True:
        pass
