# shows: raised SystemExit
# threat: end
"""Asks to leave."""

import sys


def attack(place):
    sys.exit("goodbye")
