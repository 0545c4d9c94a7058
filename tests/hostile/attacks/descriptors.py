# shows: returned 'EMFILE'
# threat: descriptors
"""Opens files until no more can be opened, and keeps them."""

import errno
import os

kept = []


def attack(place):
    try:
        for _ in range(5000):
            kept.append(os.open("/dev/null", os.O_RDONLY))
    except OSError as error:
        return errno.errorcode[error.errno]
    return "done"
