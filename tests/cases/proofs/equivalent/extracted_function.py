# A part moved to a function of its own.
# calls: f(5, 10); f(-5, 10); f(50, 10)

def f(value: int, limit: int) -> int:
    if value < 0:
        value = 0
    elif value > limit:
        value = limit
    return value * 2
# --- new ---
def _within(value: int, limit: int) -> int:
    if value < 0:
        return 0
    if value > limit:
        return limit
    return value


def f(value: int, limit: int) -> int:
    return _within(value, limit) * 2
