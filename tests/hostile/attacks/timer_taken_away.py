# shows: timeout
# threat: time
"""Ignores the timer's signal, stops the timer, and loops."""

import signal


def attack(place):
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 0)
    while True:
        pass
