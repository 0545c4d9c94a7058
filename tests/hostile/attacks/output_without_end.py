# shows: timeout | raised OSError | refused
# threat: streams
"""Prints for ever."""


def attack(place):
    while True:
        print("more" * 1000, flush=True)
