# shows: timeout | raised OSError | refused | returned
# threat: streams
"""Has a program print for ever, for at most ten seconds."""

import subprocess


def attack(place):
    return subprocess.call(["/bin/sh", "-c", "ulimit -t 10; yes; :", place["mark"]])
