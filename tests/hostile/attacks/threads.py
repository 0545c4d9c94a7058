# shows: refused | raised RuntimeError
# threat: processes
# limit: 2
"""Starts 300 threads, and waits with all of them."""

import threading


def attack(place):
    closed = threading.Lock()
    closed.acquire()
    for _ in range(300):
        threading.Thread(target=closed.acquire, daemon=True).start()
    closed.acquire()
