# shows: returned
# threat: surroundings
# agrees: never
"""Returns iterators that do all there is to do once somebody looks at them."""

import os

from benign import SIDE


def late():
    with open("file", "w") as file:
        file.write(SIDE)
    os.environ["LATE"] = SIDE
    os.chdir("/")
    yield 1


def attack(place):
    return [late()]
