# shows: returned 'started'
# threat: values
# agrees: never
"""Starts a thread whose attributes do things when they are read."""

import threading
import time


class Hostile(threading.Thread):
    is_started = False

    def __init__(self):
        super().__init__(daemon=True)

    def run(self):
        time.sleep(60)

    def hang(self):
        while self.is_started:
            pass

    def ignore(self, value):
        pass

    _target = property(hang, ignore)
    _args = property(hang, ignore)
    _kwargs = property(hang, ignore)


def attack(place):
    Hostile().start()
    Hostile.is_started = True
    return "started"
