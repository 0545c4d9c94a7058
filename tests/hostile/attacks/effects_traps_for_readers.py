# shows: returned 'set'
# threat: scratch
# agrees: never
"""Leaves what hangs or never ends for whoever opens it: pipes, sockets, links in a loop."""

import os
import socket

from benign import SIDE


def attack(place):
    for name, target in (
        ("zero", "/dev/zero"),
        ("memory", "/proc/self/mem"),
        ("loop", "loop"),
        ("here", "."),
        ("root", "/"),
        ("home", place["home"]),
    ):
        os.symlink(target, name)
    os.mkfifo("pipe")
    os.mkfifo("pipe.db")
    socket.socket(socket.AF_UNIX).bind("socket")
    with open("one", "w") as file:
        file.write(SIDE)
    os.link("one", "two")
    return "set"
