# shows: timeout
# threat: time
"""Loops for ever, and goes on after every exception, the one that ends it too."""


def attack(place):
    while True:
        try:
            while True:
                pass
        except:
            continue
