# Assignments were put on one line.
# calls: f(5); f(0); f(-3)

def f(value: int) -> int:
    low = value - 1
    high = value + 1
    return low * high
# --- new ---
def f(value: int) -> int:
    low, high = value - 1, value + 1
    return low * high
