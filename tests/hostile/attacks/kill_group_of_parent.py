# shows: crash
# threat: worker
"""Kills the whole group of the process that started it."""

import os
import signal


def attack(place):
    group = os.getpgid(os.getppid())
    if group in place["never"]:
        return "aims at the test"
    os.killpg(group, signal.SIGKILL)
    while True:
        pass
