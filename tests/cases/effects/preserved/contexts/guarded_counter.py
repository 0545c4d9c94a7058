# The lock is held by with instead of by acquire and release around the same lines.
# function: Quota.use
# calls: Quota("ada").use(3)
# calls: Quota("bob").use(50)

import threading


class Quota:
    left = 10
    _lock = threading.Lock()

    def __init__(self, user: str) -> None:
        self.user = user

    def use(self, units: int) -> int:
        Quota._lock.acquire()
        try:
            if units > Quota.left:
                raise RuntimeError(f"{self.user}: {Quota.left} left")
            Quota.left -= units
            return Quota.left
        finally:
            Quota._lock.release()
# --- new ---
import threading


class Quota:
    left = 10
    _lock = threading.Lock()

    def __init__(self, user: str) -> None:
        self.user = user

    def use(self, units: int) -> int:
        with Quota._lock:
            left = Quota.left
            if left >= units:
                Quota.left = left - units
                return left - units
        raise RuntimeError(f"{self.user}: {left} left")
