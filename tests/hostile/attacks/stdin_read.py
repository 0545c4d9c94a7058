# shows: returned ''
# threat: streams
"""Reads all of stdin."""

import os
import sys


def attack(place):
    return sys.stdin.read() + os.read(0, 1).decode()
