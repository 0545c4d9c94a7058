# shows: refused
# threat: processes
# limit: 2
"""Forks as fast as it can. Ends at 300 processes, each of which ends after five seconds."""

import os
import signal


def attack(place):
    for _ in range(300):
        try:
            if not os.fork():
                signal.signal(signal.SIGALRM, signal.SIG_DFL)
                signal.alarm(5)
                while True:
                    signal.pause()
        except OSError:
            pass
    while True:
        pass
