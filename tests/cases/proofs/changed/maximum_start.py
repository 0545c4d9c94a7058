# The search for the largest starts at zero.
# shows: f([-5])

def f(values: list[int]) -> int:
    if not values:
        return 0
    best = values[0]
    for value in values:
        if value > best:
            best = value
    return best
# --- new ---
def f(values: list[int]) -> int:
    best = 0
    for value in values:
        if value > best:
            best = value
    return best
