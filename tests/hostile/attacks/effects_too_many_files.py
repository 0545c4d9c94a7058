# shows: returned 'made'
# threat: scratch
# limit: 2
# agrees: never
"""Makes more files than anybody looks at; the last one tells which version it is."""

import os

from benign import SIDE


def attack(place):
    for number in range(5000):
        os.close(os.open(f"{number}", os.O_CREAT | os.O_WRONLY))
    with open(f"last{SIDE}", "w"):
        return "made"
