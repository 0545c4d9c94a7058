# shows: returned 'refused'
# threat: signals
"""Kills another program of the user: one that the test has started for that."""

import os
import signal


def attack(place):
    try:
        os.kill(place["bystander"], signal.SIGKILL)
    except OSError:
        return "refused"
    return "killed"
