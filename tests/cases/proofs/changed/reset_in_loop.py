# The total starts again in each round.
# shows: f([1, 2])

def f(values: list[int]) -> int:
    total = 0
    for value in values:
        total = total + value
    return total
# --- new ---
def f(values: list[int]) -> int:
    total = 0
    for value in values:
        total = 0
        total = total + value
    return total
