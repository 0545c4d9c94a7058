# shows: returned 'started' | timeout | raised BlockingIOError | out of memory
# threat: processes
# limit: 1
"""Starts program after program, with much to tell each of them."""

import subprocess


def attack(place):
    for _ in range(1000):
        subprocess.Popen(["true", "x" * 100_000], env={"VARIABLE": "x" * 100_000})
    return "started"
