# shows: returned 'left'
# threat: scratch
# limit: 1
"""Leaves a chain of folders in scratch that is too deep to walk, closed to everybody."""

import os
import tempfile


def attack(place):
    os.chdir(tempfile.gettempdir())
    for _ in range(1500):
        os.mkdir("d")
        os.chdir("d")
    os.chdir("..")
    os.chmod("d", 0)
    open("file", "w").close()
    os.chmod("file", 0)
    os.chmod(".", 0)
    return "left"
