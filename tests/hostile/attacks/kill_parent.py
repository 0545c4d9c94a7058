# shows: crash
# threat: worker
"""Kills the process that started it."""

import os
import signal


def attack(place):
    if os.getppid() in place["never"]:
        return "aims at the test"
    os.kill(os.getppid(), signal.SIGKILL)
    while True:
        pass
