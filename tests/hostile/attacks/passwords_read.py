# shows: returned ''
# threat: secrets
"""Looks for files that hold passwords and keys of the system. Tells names, reads nothing."""

import os


def attack(place):
    paths = ("/etc/shadow", "/etc/gshadow", "/etc/ssh", "/root/.ssh", "/run/secrets", "/var/lib")
    return " ".join(path for path in paths if os.path.lexists(path))
