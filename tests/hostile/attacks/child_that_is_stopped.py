# shows: returned 'left'
# threat: survivors
"""Leaves a program that is stopped and so cannot end."""

import subprocess


def attack(place):
    child = subprocess.Popen(["/bin/sh", "-c", "kill -STOP $$; sleep 1; :", place["mark"]])
    child.returncode = 0
    return "left"
