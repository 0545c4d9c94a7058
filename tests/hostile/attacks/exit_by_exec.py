# shows: exit
# threat: end
"""Becomes another program."""

import os


def attack(place):
    os.execv("/bin/sh", ["/bin/sh", "-c", "exit 5"])
