# shows: crash
# threat: worker
"""Kills all processes above it, up to the one that no worker has started."""

import os
import signal


def parent_of(process):
    with open(f"/proc/{process}/stat") as file:
        return int(file.read().rpartition(")")[2].split()[1])


def ancestors(place):
    process, found = os.getppid(), []
    while process > 1 and process not in place["never"]:
        found.append(process)
        process = parent_of(process)
    return found


def attack(place):
    for process in reversed(ancestors(place)):
        os.kill(process, signal.SIGKILL)
    while True:
        pass
