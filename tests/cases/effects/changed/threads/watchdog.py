# The timer that watches the work is not cancelled when there is nothing to do.
# function: checked_total
# shows: checked_total([])
# effect: thread

import threading

LATE = []


def checked_total(numbers, limit=60.0):
    """Add numbers; a timer notes when that takes too long."""
    timer = threading.Timer(limit, LATE.append, args=("total",))
    timer.daemon = True
    timer.start()
    try:
        total = 0
        for number in numbers:
            total += number
        return total
    finally:
        timer.cancel()
        timer.join()
# --- new ---
import threading

LATE = []


def _start(limit):
    timer = threading.Timer(limit, LATE.append, args=("total",))
    timer.daemon = True
    timer.start()
    return timer


def checked_total(numbers, limit=60.0):
    """Add numbers; a timer notes when that takes too long."""
    timer = _start(limit)
    if not numbers:
        return 0
    try:
        return sum(numbers)
    finally:
        timer.cancel()
        timer.join()
