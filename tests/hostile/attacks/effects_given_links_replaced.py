# shows: returned 'replaced'
# threat: scratch
# agrees: never
"""Has a link of the working folder lead elsewhere."""

import os

from benign import SIDE


def attack(place):
    os.remove("benign.py")
    os.symlink(SIDE, "benign.py")
    return "replaced"
