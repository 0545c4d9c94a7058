# shows: exit
# threat: end
"""Ends the process as one that did all its work does."""

import os


def attack(place):
    os._exit(0)
