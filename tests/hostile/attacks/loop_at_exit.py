# shows: returned
# threat: time
"""Leaves handlers that loop when the interpreter ends."""

import atexit
import threading


def loop():
    while True:
        pass


def attack(place):
    atexit.register(loop)
    threading._register_atexit(loop)
    return "registered"
