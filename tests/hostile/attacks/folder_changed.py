# shows: returned
# threat: surroundings
"""Goes to another folder, and removes it from under its own feet."""

import os
import tempfile


def attack(place):
    folder = tempfile.mkdtemp()
    os.chdir(folder)
    os.rmdir(folder)
    return "gone"
