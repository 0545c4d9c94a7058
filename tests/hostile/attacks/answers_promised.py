# shows: returned | crash | timeout | exit
# threat: messages
"""Writes into shared memory that a thousand answers are there, and ends."""

import ctypes
import os
import struct


def attack(place):
    with open("/proc/self/maps") as file:
        lines = file.read().splitlines()
    for line in lines:
        words = line.split()
        if "s" in words[1] and "w" in words[1]:
            start = int(words[0].split("-")[0], 16)
            head = struct.pack("<QQQQ", 1000, 1000, 2**63, 1) + struct.pack("<I", 2**32 - 1)
            ctypes.memmove(start, head, len(head))
    os._exit(0)
