# A condition was pushed through its negation.
# calls: f(1, 2); f(0, 0); f(-1, 5)

def f(low: int, high: int) -> str:
    if not (low > 0 and high > 0):
        return "closed"
    return "open"
# --- new ---
def f(low: int, high: int) -> str:
    if low <= 0 or high <= 0:
        return "closed"
    return "open"
