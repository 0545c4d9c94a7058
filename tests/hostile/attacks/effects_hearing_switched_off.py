# shows: returned 'off'
# threat: messages
# agrees: never
"""Finds what hears of its effects, empties it and switches it off."""

import subprocess

from benign import SIDE


def attack(place):
    with open("file", "w") as file:
        file.write(SIDE)
    heard = subprocess.Popen.communicate.__globals__.get("HEARD")
    if heard is not None:
        heard.forget()
        heard.is_on = False
    return "off"
