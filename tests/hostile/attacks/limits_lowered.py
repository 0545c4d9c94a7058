# shows: returned 'lowered' | crash | exit | timeout | out of memory
# threat: surroundings
"""Lowers its own limits until hardly anything works."""

import resource


def attack(place):
    for name in ("RLIMIT_FSIZE", "RLIMIT_NPROC", "RLIMIT_STACK", "RLIMIT_AS", "RLIMIT_NOFILE"):
        resource.setrlimit(getattr(resource, name), (0, 0))
    return "lowered"
