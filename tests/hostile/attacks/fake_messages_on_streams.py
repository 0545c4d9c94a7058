# shows: returned
# threat: messages
"""Prints what looks like the worker's messages to both streams."""

import os
import struct
import sys

FORGED = b'{"ready": [], "dead": 1, "hello": [3, 11, 0]}'


def attack(place):
    for descriptor in (1, 2):
        for head in (struct.pack("<I", len(FORGED)), struct.pack(">I", len(FORGED)), b""):
            os.write(descriptor, head + FORGED)
    print(FORGED.decode())
    print(FORGED.decode(), file=sys.stderr)
    return "said"
