# shows: returned 'left'
# threat: files
# agrees: never
"""Leaves files where nobody has asked to write: beside the folders, in shared memory."""

import os

from benign import SIDE


def attack(place):
    for folder in (os.path.dirname(os.environ["HOME"]), "/dev/shm", "/var/tmp"):
        try:
            with open(f"{folder}/left-by-swerve-test", "w") as file:
                file.write(SIDE)
        except OSError:
            continue
    return "left"
