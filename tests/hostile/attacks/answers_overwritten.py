# shows: returned | crash | timeout | exit
# threat: messages
"""Looks for shared memory in its own address space and fills it with nonsense."""

import ctypes


def attack(place):
    with open("/proc/self/maps") as file:
        lines = file.read().splitlines()
    for line in lines:
        words = line.split()
        if "s" in words[1] and "w" in words[1]:
            start, end = (int(word, 16) for word in words[0].split("-"))
            ctypes.memset(start, 0xFF, end - start)
    return "overwritten"
