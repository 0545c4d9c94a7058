# A helper variable went; a division by zero stays one.
# calls: f([1, 2]); f([4]); f([])

def f(values: list[int]) -> float:
    total = 0
    for value in values:
        total += value
    count = len(values)
    return total / count
# --- new ---
def f(values: list[int]) -> float:
    return sum(values) / len(values)
