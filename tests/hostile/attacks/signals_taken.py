# shows: returned 'taken'
# threat: interpreter
"""Handles every signal itself, and wakes up a descriptor of its own."""

import os
import signal


def ignore(number, frame):
    pass


def attack(place):
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        try:
            signal.signal(number, ignore)
        except OSError:
            pass
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing)
    signal.siginterrupt(signal.SIGALRM, False)
    return "taken"
