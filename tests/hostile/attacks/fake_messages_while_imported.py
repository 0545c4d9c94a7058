# shows: imported | import fails
# threat: messages
# when: import
"""Writes what looks like the worker's messages to every descriptor, while the channel is open."""

import os
import struct

FORGED = b'[{"module": "hostile", "seconds": 0.0}]'
for descriptor in range(256):
    for head in (struct.pack("<I", len(FORGED)), struct.pack(">I", len(FORGED)), b""):
        try:
            os.write(descriptor, head + FORGED)
        except OSError:
            break
