# The largest item is sought with a conditional expression.
# calls: f([1, 5, 3]); f([]); f([-2])

def f(values: list[int]) -> int:
    best = 0
    for value in values:
        if value > best:
            best = value
    return best
# --- new ---
def f(values: list[int]) -> int:
    best = 0
    for value in values:
        best = max(best, value)
    return best
