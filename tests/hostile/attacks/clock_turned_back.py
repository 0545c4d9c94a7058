# shows: timeout
# threat: time
"""Makes every clock stand still, and loops."""

import time


def attack(place):
    for name in ("time", "monotonic", "perf_counter", "process_time", "time_ns", "monotonic_ns"):
        setattr(time, name, lambda: 0)
    time.sleep = lambda seconds: None
    while True:
        pass
