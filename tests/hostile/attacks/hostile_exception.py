# shows: raised hostile.Bad
# threat: values
"""Raises an exception that fails when it is looked at, with itself as its cause."""


class Bad(Exception):
    def fail(self, *args):
        raise SystemExit("looked at")

    __str__ = __repr__ = __eq__ = __hash__ = fail

    @property
    def args(self):
        raise SystemExit("looked at")


def attack(place):
    error = Bad([])
    error.__cause__ = error
    error.__context__ = error
    error.__notes__ = [error] * 3
    raise error
