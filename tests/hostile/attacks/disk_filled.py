# shows: returned | out of memory | crash | refused | timeout
# threat: disk
# limit: 2
"""Fills the folders for temporary files. Ends at 400 MiB, should nobody mind."""

import os
import tempfile


def attack(place):
    block = b"x" * (4 << 20)
    written = 0
    for folder in (tempfile.gettempdir(), "/dev/shm"):
        for number in range(50):
            try:
                with open(os.path.join(folder, str(number)), "wb") as file:
                    written += file.write(block)
            except OSError:
                break
    return written > 0
