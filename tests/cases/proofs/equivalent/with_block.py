# What is computed inside `with` got a name.
# calls: f(Lock(), 3); f(Lock(), 0); f(Lock(), "a")

class Lock:
    def __enter__(self):
        return self

    def __exit__(self, *details):
        return False


def f(lock, value):
    with lock:
        return value * 2
# --- new ---
class Lock:
    def __enter__(self):
        return self

    def __exit__(self, *details):
        return False


def f(lock, value):
    with lock:
        doubled = value * 2
        return doubled
