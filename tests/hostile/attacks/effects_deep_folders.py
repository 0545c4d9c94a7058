# shows: returned 'deep' | timeout
# threat: scratch
# limit: 2
# agrees: never
"""Makes folders nested so deep that no path leads there, and goes there."""

import os

from benign import SIDE


def attack(place):
    for _ in range(1000):
        os.mkdir("d" * 100)
        os.chdir("d" * 100)
    with open("file", "w") as file:
        file.write(SIDE)
    return "deep"
