# shows: returned | crash | timeout | exit | not built | refused
# threat: messages
"""Finds the worker's objects through the garbage collector, and empties them."""

import gc


def attack(place):
    for thing in gc.get_objects():
        if "_within" in type(thing).__module__:
            try:
                vars(thing).clear()
            except TypeError:
                pass
    return "emptied"
