# shows: timeout
# threat: time
"""Tells a logger something that never comes to an end of being written."""

import logging


class Hostile:
    def __str__(self):
        while True:
            pass


def attack(place):
    logging.getLogger("hostile").warning(Hostile())
