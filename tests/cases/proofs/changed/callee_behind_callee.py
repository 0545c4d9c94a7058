# A function behind an unchanged one changed.
# shows: f(3)

def _rate(value: int) -> int:
    return value * 2


def _fee(value: int) -> int:
    return _rate(value) + 1


def f(value: int) -> int:
    return _fee(value)
# --- new ---
def _rate(value: int) -> int:
    return value * 3


def _fee(value: int) -> int:
    return _rate(value) + 1


def f(value: int) -> int:
    return _fee(value)
