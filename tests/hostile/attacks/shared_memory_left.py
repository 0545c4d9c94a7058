# shows: returned
# threat: kernel
"""Leaves a segment of shared memory that outlives every process. One page."""

import ctypes


def attack(place):
    return ctypes.CDLL(None).shmget(0, 4096, 0o1600) >= 0
