# shows: returned ''
# threat: kernel
"""Looks for settings of the kernel that it could change. Changes nothing."""

import os


def attack(place):
    for folder, _, names in os.walk("/proc/sys"):
        for name in names:
            if os.access(os.path.join(folder, name), os.W_OK):
                return os.path.join(folder, name)
    return ""
