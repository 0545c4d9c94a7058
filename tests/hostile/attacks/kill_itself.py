# shows: crash
# threat: end
# detail: SIGKILL
"""Kills its own process."""

import os
import signal


def attack(place):
    os.kill(os.getpid(), signal.SIGKILL)
