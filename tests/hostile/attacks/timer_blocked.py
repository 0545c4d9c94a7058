# shows: timeout
# threat: time
"""Blocks every signal and loops."""

import signal


def attack(place):
    signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
    while True:
        pass
