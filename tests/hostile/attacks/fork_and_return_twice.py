# shows: returned 'home'
# threat: end
"""Forks, and both processes return to the worker."""

import os


def attack(place):
    os.fork()
    return "home"
