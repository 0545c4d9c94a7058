# shows: timeout
# threat: worker
"""Stops the process that would end it."""

import os
import signal


def attack(place):
    if os.getppid() in place["never"]:
        return "aims at the test"
    os.kill(os.getppid(), signal.SIGSTOP)
    while True:
        pass
