# shows: returned 'left'
# threat: scratch
# limit: 1
"""Leaves 500 files in scratch, some with names that no program expects."""

import os
import tempfile


def attack(place):
    folder = os.fsencode(tempfile.gettempdir())
    for number in range(500):
        os.close(os.open(folder + b"/\xff\n%d" % number, os.O_CREAT | os.O_WRONLY, 0))
    os.mkfifo(folder + b"/pipe")
    return "left"
