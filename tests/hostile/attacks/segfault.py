# shows: crash
# threat: end
# detail: SIGSEGV
"""Reads where there is no memory."""

import ctypes


def attack(place):
    return ctypes.string_at(0)
