# shows: returned | crash | exit | timeout
# threat: interpreter
"""Puts a pipe that nobody reads in the place of every descriptor."""

import os


def attack(place):
    reading, writing = os.pipe()
    for descriptor in range(60):
        if descriptor not in (reading, writing):
            os.dup2(writing, descriptor)
    return "swapped"
