# The negation of `and` forgot to become `or`.
# shows: f(1, -1)

def f(low: int, high: int) -> bool:
    return not (low > 0 and high > 0)
# --- new ---
def f(low: int, high: int) -> bool:
    return low <= 0 and high <= 0
