# shows: returned
# threat: time
"""Returns while a thread of its own loops on, and is no daemon."""

import threading


def loop():
    while True:
        pass


def attack(place):
    threading.Thread(target=loop).start()
    return "started"
