# The thread gets its arguments by a partial, and the join comes in finally.
# function: flush
# calls: flush({"hits": 3, "misses": 1})
# calls: flush({})

import threading

TOTALS: dict[str, int] = {"hits": 10}


def _add(counts):
    for name in counts:
        TOTALS[name] = TOTALS.get(name, 0) + counts[name]


def flush(counts: dict[str, int]) -> int:
    thread = threading.Thread(target=_add, args=(dict(counts),))
    thread.start()
    thread.join()
    return sum(TOTALS.values())
# --- new ---
import threading
from functools import partial

TOTALS: dict[str, int] = {"hits": 10}


def _add(counts):
    for name, count in counts.items():
        TOTALS[name] = TOTALS.get(name, 0) + count


def flush(counts: dict[str, int]) -> int:
    thread = threading.Thread(target=partial(_add, dict(counts)))
    try:
        thread.start()
    finally:
        thread.join()
    return sum(TOTALS.values())
