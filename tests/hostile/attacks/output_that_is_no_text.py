# shows: returned 'written'
# threat: streams
"""Writes bytes that are no text, and half a character."""

import os


def attack(place):
    os.write(1, bytes(range(256)) * 100 + "é".encode()[:1])
    os.write(2, b"\xff\x00\x1b[2J")
    return "written"
