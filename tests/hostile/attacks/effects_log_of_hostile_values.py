# shows: returned 'told'
# threat: values
# agrees: never
"""Tells loggers what cannot be written, hashed or compared."""

import logging

from benign import SIDE


class Hostile:
    def __str__(self):
        raise ValueError

    __hash__ = __lt__ = __eq__ = __bool__ = __str__


def attack(place):
    logger = logging.getLogger("hostile")
    logger.addHandler(logging.NullHandler())
    logger.propagate = False
    logger.warning(Hostile())
    for name in (Hostile(), [], SIDE):
        told = {"name": name, "levelno": 40, "levelname": Hostile(), "msg": SIDE, "args": ()}
        logger.handle(logging.makeLogRecord(told))
    return "told"
