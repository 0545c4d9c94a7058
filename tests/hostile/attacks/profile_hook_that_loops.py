# shows: timeout | returned 'hooked'
# threat: interpreter
"""Hooks into the return from itself, and loops there."""

import sys


def hook(frame, event, argument):
    while True:
        pass


def attack(place):
    sys.setprofile(hook)
    return "hooked"
