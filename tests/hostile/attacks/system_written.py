# shows: returned 'refused'
# threat: files
"""Looks for folders outside scratch that it could write to. Writes nothing."""

import os


def attack(place):
    scratch = os.path.realpath(os.path.dirname(os.environ["HOME"]))
    for folder in ("/", "/usr", "/etc", "/var", "/run", "/srv/u", "/proc", "/dev", "/opt", "/lib"):
        if os.path.realpath(folder) != scratch and os.access(folder, os.W_OK):
            return f"could write to {folder}"
    return "refused"
