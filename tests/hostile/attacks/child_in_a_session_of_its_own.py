# shows: returned 'left'
# threat: survivors
"""Leaves a program in a session of its own, which ignores what it can. It ends after ten seconds."""

import subprocess


def attack(place):
    subprocess.Popen(
        ["/bin/sh", "-c", "trap '' HUP INT TERM; sleep 10; :", place["mark"]],
        start_new_session=True,
        env={},
    )
    return "left"
