# shows: returned 'EFBIG'
# threat: scratch
# limit: 2
# agrees: never
"""Makes files that only claim to be large; a few bytes in the middle of one differ."""

import errno
import os

from benign import SIDE


def attack(place):
    said = "made"
    for number, size in enumerate((1 << 40, *[4 << 20] * 40)):
        file = os.open(f"file{number}", os.O_CREAT | os.O_RDWR)
        try:
            os.truncate(file, size)
        except OSError as error:
            said = errno.errorcode[error.errno]
        if number == 30:
            os.pwrite(file, SIDE.encode(), 1 << 20)
        os.close(file)
    return said
