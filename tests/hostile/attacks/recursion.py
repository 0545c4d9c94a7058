# shows: raised RecursionError
# threat: end
"""Calls itself for ever."""


def attack(place):
    return attack(place)
