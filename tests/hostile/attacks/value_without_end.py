# shows: returned
# threat: values
"""Returns iterators that never end, by counting, repeating and generating."""

import itertools


def endless():
    while True:
        yield "more"


def attack(place):
    return [itertools.count(), itertools.repeat(0), itertools.cycle("ab"), endless(), iter(int, 1)]
