# shows: raised KeyboardInterrupt | crash
# threat: end
"""Presses Ctrl-C."""

import os
import signal


def attack(place):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.kill(os.getpid(), signal.SIGINT)
    return "went on"
