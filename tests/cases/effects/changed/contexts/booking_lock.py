# The lock is not released when the booking raises.
# function: book_seats
# shows: book_seats("matinee", 400)
# shows: book_seats("gala", 1)
# effect: state _LOCK

import threading

_LOCK = threading.Lock()
_SEATS = {"matinee": 120, "evening": 300}


def book_seats(show: str, count: int) -> int:
    with _LOCK:
        free = _SEATS[show]
        if count > free:
            raise ValueError(f"{free} seats are free")
        _SEATS[show] = free - count
        return free - count
# --- new ---
import threading

_LOCK = threading.Lock()
_SEATS = {"matinee": 120, "evening": 300}


def _take(show: str, count: int) -> int:
    free = _SEATS[show]
    if count > free:
        raise ValueError(f"{free} seats are free")
    _SEATS[show] = free - count
    return _SEATS[show]


def book_seats(show: str, count: int) -> int:
    _LOCK.acquire()
    left = _take(show, count)
    _LOCK.release()
    return left
