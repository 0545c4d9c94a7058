# shows: crash
# threat: end
# detail: SIGABRT
"""Aborts."""

import os


def attack(place):
    os.abort()
