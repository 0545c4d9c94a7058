# shows: returned 'left'
# threat: scratch
"""Leaves links to the user's folders in scratch, for whoever empties it to follow."""

import os
import tempfile


def attack(place):
    folder = tempfile.gettempdir()
    for number, name in enumerate(("home", "project", "vault", "temp")):
        os.symlink(place[name], os.path.join(folder, f"link{number}"))
    os.makedirs(os.path.join(folder, "deep", "er"))
    os.symlink(place["home"], os.path.join(folder, "deep", "er", "link"))
    home = os.environ["HOME"]
    os.rmdir(home)
    os.symlink(place["home"], home)
    return "left"
