# shows: crash
# threat: survivors
"""Leaves a daemon, then kills itself and the process that started it."""

import os
import signal
import subprocess


def attack(place):
    if os.getppid() in place["never"]:
        return "aims at the test"
    subprocess.Popen(["/bin/sh", "-c", "sleep 10; :", place["mark"]], start_new_session=True)
    os.kill(os.getppid(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)
