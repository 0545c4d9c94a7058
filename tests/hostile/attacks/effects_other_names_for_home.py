# shows: returned 'made'
# threat: scratch
# agrees: never
"""Makes a folder whose name is how reports write the home folder."""

import os

from benign import SIDE


def attack(place):
    os.mkdir("~")
    for folder, text in ((os.environ["HOME"], SIDE), ("~", "same")):
        with open(f"{folder}/file", "w") as file:
            file.write(text)
    return "made"
