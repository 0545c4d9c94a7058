# shows: timeout
# threat: end
"""Stops its own process: it neither runs nor ends."""

import os
import signal


def attack(place):
    os.kill(os.getpid(), signal.SIGSTOP)
