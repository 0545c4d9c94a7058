# shows: returned 'replaced'
# threat: scratch
# agrees: never
"""Replaces what the working folder shows of the project."""

import os

from benign import SIDE


def attack(place):
    with open("new", "w") as file:
        file.write(SIDE)
    os.replace("new", "benign.py")
    return "replaced"
