# shows: returned 'hooked' | unseen | crash | timeout | not built | exit | raised RuntimeError
# threat: interpreter
"""Adds an audit hook, which nobody can remove, that raises whenever it is asked."""

import sys


def attack(place):
    def refuse(event, arguments):
        raise RuntimeError(event)

    sys.addaudithook(refuse)
    return "hooked"
