# `while True` with a break became a condition.
# calls: f(20); f(3); f(-1)

def f(limit: int) -> int:
    value = 1
    while True:
        if value >= limit:
            break
        value = value * 2
    return value
# --- new ---
def f(limit: int) -> int:
    value = 1
    while value < limit:
        value *= 2
    return value
