# shows: returned
# threat: messages
"""Writes what looks like the worker's messages to every descriptor there is."""

import os
import struct

FORGED = b'{"ready": [], "dead": 1, "hello": [3, 11, 0]}'


def attack(place):
    written = 0
    for descriptor in range(256):
        for head in (struct.pack("<I", len(FORGED)), struct.pack(">I", len(FORGED)), b""):
            try:
                os.write(descriptor, head + FORGED)
                written += 1
            except OSError:
                break
    return "written"
