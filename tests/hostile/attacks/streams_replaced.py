# shows: returned
# threat: interpreter
"""Replaces the streams by things that are none, and closes the real ones."""

import os
import sys


class Stream:
    def __getattr__(self, name):
        raise RuntimeError(name)


def attack(place):
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = Stream()
    sys.stdin = None
    os.closerange(0, 3)
    return "replaced"
