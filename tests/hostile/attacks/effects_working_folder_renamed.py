# shows: returned 'renamed'
# threat: scratch
# agrees: never
"""Moves the working folder to another place, and goes on in it."""

import os

from benign import SIDE


def attack(place):
    os.rename(os.getcwd(), os.environ["TMPDIR"] + "/other")
    with open("file", "w") as file:
        file.write(SIDE)
    return "renamed"
