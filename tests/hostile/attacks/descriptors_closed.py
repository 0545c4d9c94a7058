# shows: returned | crash | exit | timeout
# threat: interpreter
"""Closes every descriptor of the process."""

import os


def attack(place):
    os.closerange(0, 1024)
    return "closed"
