# shows: returned 'kept'
# threat: values
# agrees: never
"""Keeps in its module what lies about its class, its hash and what it equals."""

from benign import SIDE

KEPT = {}


class Liar:
    def __init__(self, value):
        self.value = value

    __class__ = property(lambda self: int)

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __reduce__(self):
        raise ValueError

    def __getattribute__(self, name):
        raise ValueError


def attack(place):
    KEPT[Liar(SIDE)] = Liar(SIDE)
    return "kept"
