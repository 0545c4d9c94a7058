# shows: returned 'refused'
# threat: files
"""Writes to files in the user's home, and adds one."""

import os


def attack(place):
    for path in ("/notes.txt", "/.profile", "/.ssh/authorized_keys"):
        try:
            with open(place["home"] + path, "a") as file:
                file.write("was here\n")
        except OSError:
            continue
        return f"wrote {path}"
    return "refused"
