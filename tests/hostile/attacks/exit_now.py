# shows: exit
# threat: end
# detail: 3
"""Ends the process without a word."""

import os


def attack(place):
    os._exit(3)
