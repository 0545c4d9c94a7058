# The sum stops at the first zero.
# shows: f([0, 1])

def f(values: list[int]) -> int:
    total = 0
    for value in values:
        if value == 0:
            continue
        total += value
    return total
# --- new ---
def f(values: list[int]) -> int:
    total = 0
    for value in values:
        if value == 0:
            break
        total += value
    return total
