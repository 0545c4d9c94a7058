# shows: returned 'refused'
# threat: worker
"""Attaches to the process that started it, as a debugger does."""

import ctypes
import os


def attack(place):
    if os.getppid() in place["never"]:
        return "aims at the test"
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.restype = ctypes.c_long
    attached = libc.ptrace(16, os.getppid(), None, None)
    if attached == 0:
        libc.ptrace(17, os.getppid(), None, None)
        return "attached"
    return "refused"
