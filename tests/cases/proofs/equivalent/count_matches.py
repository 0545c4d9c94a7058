# A counter became a sum of a comprehension.
# calls: f([1, 2, 1], 1); f([], 0); f([3], 3)

def f(values: list[int], wanted: int) -> int:
    count = 0
    for value in values:
        if value == wanted:
            count += 1
    return count
# --- new ---
def f(values: list[int], wanted: int) -> int:
    return sum(1 for value in values if value == wanted)
