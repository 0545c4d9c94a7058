# The sum stops at a limit in both ways of writing it.
# calls: f([5, 6, 7]); f([]); f([200])

def f(values: list[int]) -> int:
    total = 0
    for value in values:
        total += value
        if total > 100:
            break
    return total
# --- new ---
def f(values: list[int]) -> int:
    total = 0
    for value in values:
        total = total + value
        if not total <= 100:
            return total
    return total
