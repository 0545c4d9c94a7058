# shows: returned 'set' | timeout | out of memory
# threat: surroundings
# limit: 2
# agrees: never
"""Sets a million variables, some of which are no text."""

import os

from benign import SIDE


def attack(place):
    variables = os.environ._data
    variables[object()] = variables[3] = variables[b"number"] = 3
    for number in range(1_000_000):
        variables[b"%d" % number] = SIDE.encode()
    return "set"
