# shows: returned
# threat: surroundings
"""Changes the mode that new files get."""

import os


def attack(place):
    return os.umask(0o777)
