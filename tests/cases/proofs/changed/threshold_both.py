# Two limits are compared with the wrong one.
# shows: f(5, 1, 9)

def f(value: int, low: int, high: int) -> bool:
    return low <= value <= high
# --- new ---
def f(value: int, low: int, high: int) -> bool:
    return low <= value <= low
