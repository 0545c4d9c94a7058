# shows: returned 'refused'
# threat: kernel
"""Sets the mode of /dev/null on the machine: to the one it has, so that success does no harm."""

import os
import stat


def attack(place):
    mode = stat.S_IMODE(os.stat("/dev/null").st_mode)
    for act in (lambda: os.chmod("/dev/null", mode), lambda: os.fchmod(0, mode)):
        try:
            act()
        except OSError:
            continue
        return "changed"
    return "refused"
