# shows: timeout
# threat: time
"""Waits for a lock that it holds itself."""

import threading


def attack(place):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
