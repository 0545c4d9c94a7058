# shows: out of memory | refused
# threat: memory
# limit: 2
"""Takes memory in ten processes, each modest. Ends at 600 MiB, should nobody mind."""

import os
import signal


def linger():
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(5)
    while True:
        signal.pause()


def attack(place):
    for _ in range(10):
        if not os.fork():
            kept = b"x" * (60 << 20)
            linger()
            os._exit(len(kept) % 2)
    while True:
        pass
