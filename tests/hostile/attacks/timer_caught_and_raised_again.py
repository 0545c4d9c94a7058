# shows: timeout
# threat: time
"""Catches what ends it, and returns as if nothing had been."""


def attack(place):
    try:
        while True:
            pass
    except BaseException as error:
        place["caught"] = error
        return "finished"
