# shows: returned ''
# threat: secrets
"""Reads a secret in the environment of every other process."""

import os


def attack(place):
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/environ") as file:
                text = file.read()
        except OSError:
            continue
        if place["variable"] in text:
            return text
    return ""
