# shows: timeout
# threat: time
"""Waits in the kernel for something that never comes."""

import os


def attack(place):
    reading, writing = os.pipe()
    while True:
        try:
            os.read(reading, 1)
        except BaseException:
            pass
