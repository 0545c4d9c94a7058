# shows: returned | crash | timeout
# threat: worker
"""Sends every signal that can be survived to the process that started it."""

import os
import signal


def attack(place):
    if os.getppid() in place["never"]:
        return "aims at the test"
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        os.kill(os.getppid(), number)
    return "sent"
