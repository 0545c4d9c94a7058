# shows: timeout
# threat: time
"""Has a regular expression backtrack for longer than the universe lasts."""

import re


def attack(place):
    return re.match(r"(a+)+$", "a" * 64 + "b")
