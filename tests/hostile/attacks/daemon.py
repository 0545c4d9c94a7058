# shows: returned 'left'
# threat: survivors
"""Leaves a daemon: forked twice, in a session of its own. It would end after ten seconds."""

import os
import signal


def attack(place):
    process = os.fork()
    if process:
        os.waitpid(process, 0)
        return "left"
    os.setsid()
    if os.fork():
        os._exit(0)
    os.closerange(0, 1000)
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP, signal.SIGALRM}:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(10)
    while True:
        pass
