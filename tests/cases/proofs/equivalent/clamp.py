# Two tests became `min` and `max`.
# calls: f(5, 0, 10); f(-5, 0, 10); f(50, 0, 10)

def f(value: int, low: int, high: int) -> int:
    if high < low:
        raise ValueError("empty range")
    if value < low:
        return low
    if value > high:
        return high
    return value
# --- new ---
def f(value: int, low: int, high: int) -> int:
    if low > high:
        raise ValueError("empty range")
    return max(low, min(value, high))
