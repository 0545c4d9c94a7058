# shows: returned 'locked'
# threat: scratch
# agrees: never
"""Locks its files and folders against everybody."""

import os

from benign import SIDE


def attack(place):
    os.mkdir("folder")
    for path in ("file", "folder/file"):
        with open(path, "w") as file:
            file.write(SIDE)
    for path in ("folder/file", "folder", "file", os.environ["TMPDIR"], os.environ["HOME"]):
        os.chmod(path, 0)
    return "locked"
