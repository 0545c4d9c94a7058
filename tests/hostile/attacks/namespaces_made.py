# shows: returned 'refused'
# threat: kernel
"""Makes namespaces of its own, in which it would have every capability."""

import ctypes


def attack(place):
    libc = ctypes.CDLL(None, use_errno=True)
    flags = (0x10000000, 0x00020000, 0x40000000, 0x10000000 | 0x00020000)
    return "made" if any(libc.unshare(flag) == 0 for flag in flags) else "refused"
