# shows: raised hostile.Deadline
# threat: values
"""Raises something that looks like the worker's own signal."""


class Deadline(BaseException):
    pass


Deadline.__module__ = "hostile"


def attack(place):
    raise Deadline
