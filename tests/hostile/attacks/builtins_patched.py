# shows: returned 'patched'
# threat: interpreter
"""Replaces every builtin function that the worker might call."""

import builtins


def attack(place):
    def fail(*args, **kwargs):
        raise RuntimeError("patched")

    for name in dir(builtins):
        if name[0].islower() and name not in ("setattr", "dir"):
            setattr(builtins, name, fail)
    return "patched"
