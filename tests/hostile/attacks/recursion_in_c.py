# shows: crash | out of memory | raised MemoryError | raised RecursionError
# threat: end
# limit: 2
"""Calls itself through C code, without a limit, until the stack ends."""

import sys


def down(number):
    return sorted([number, number], key=down)


def attack(place):
    sys.setrecursionlimit(2**31 - 1)
    return down(0)
