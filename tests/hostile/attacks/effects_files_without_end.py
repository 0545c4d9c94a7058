# shows: timeout | raised OSError
# threat: scratch
"""Makes files until it is stopped."""


def attack(place):
    number = 0
    while True:
        with open(str(number), "w"):
            number += 1
