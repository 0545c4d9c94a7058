# shows: returned 'no terminal'
# threat: streams
"""Opens the terminal, where it could type for the user."""

import os


def attack(place):
    try:
        os.close(os.open("/dev/tty", os.O_RDWR))
    except OSError:
        return "no terminal"
    return "opened"
