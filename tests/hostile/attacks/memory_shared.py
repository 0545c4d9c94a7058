# shows: out of memory | refused | crash | returned | raised OSError
# threat: memory
# limit: 1
"""Takes memory that belongs to no process: files that exist only there. Ends at 256 MiB."""

import os


def attack(place):
    kept = []
    for number in range(64):
        descriptor = os.memfd_create(str(number))
        kept.append(descriptor)
        os.write(descriptor, b"x" * (4 << 20))
    return len(kept)
