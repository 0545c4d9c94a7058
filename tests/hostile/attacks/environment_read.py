# shows: returned None
# threat: environment
"""Reads a secret in its own environment."""

import os


def attack(place):
    try:
        with open("/proc/self/environ", "rb") as file:
            started_with = file.read()
    except OSError:
        started_with = b""
    if place["variable"].encode() in started_with:
        return started_with
    return os.environ.get(place["variable"]) or os.getenv(place["variable"])
