# shows: returned
# threat: surroundings
"""Empties the environment, and fills it with what changes how programs start."""

import os


def attack(place):
    os.environ.clear()
    os.environ.update(
        PYTHONPATH="/nowhere", LD_PRELOAD="/nowhere.so", PYTHONSTARTUP="/nowhere", PATH=""
    )
    return "emptied"
