# shows: returned | raised ValueError | crash | timeout | exit | not built | refused
# threat: messages
"""Walks up the stack into the worker, and replaces every function it finds there."""

import sys


def attack(place):
    def lie(*args, **kwargs):
        return b""

    frame = sys._getframe(1)
    while frame is not None:
        for name, value in list(frame.f_globals.items()):
            if callable(value) and not name.startswith("__"):
                frame.f_globals[name] = lie
        frame = frame.f_back
    return "replaced"
