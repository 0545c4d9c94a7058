# shows: returned 'registered'
# threat: end
# limit: 2
# agrees: never
"""Registers functions for the end of its process, more than anybody looks at."""

import atexit

from benign import SIDE


def attack(place):
    for _ in range(100_000):
        atexit.register(print, SIDE)
    return "registered"
