# shows: timeout
# threat: time
"""Loops in C code, which looks at no signal."""

import itertools


def attack(place):
    return sum(itertools.repeat(0))
