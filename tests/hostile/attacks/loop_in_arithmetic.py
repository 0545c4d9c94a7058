# shows: timeout
# threat: time
"""Computes a number of a billion digits in one step."""


def attack(place):
    return 7 ** (7**11)
