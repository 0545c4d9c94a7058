# shows: returned 'told'
# threat: values
# limit: 2
# agrees: never
"""Tells thousands of loggers huge messages, and what differs at the end."""

import logging

from benign import SIDE


def attack(place):
    logging.getLogger().addHandler(logging.NullHandler())
    for number in range(2000):
        logging.getLogger(f"logger{number}").warning("x" * 10000)
    logging.getLogger("last").warning(SIDE)
    return "told"
