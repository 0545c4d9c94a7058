# shows: timeout
# threat: worker
"""Stops all processes above it, so that nobody inside is left to end it."""

import os
import signal


def parent_of(process):
    with open(f"/proc/{process}/stat") as file:
        return int(file.read().rpartition(")")[2].split()[1])


def attack(place):
    process, found = os.getppid(), []
    while process > 1 and process not in place["never"]:
        found.append(process)
        process = parent_of(process)
    for process in reversed(found):
        os.kill(process, signal.SIGSTOP)
    while True:
        pass
