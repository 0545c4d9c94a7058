# A check inside a loop raises the same error.
# calls: f([1, 2]); f([]); f([1, -1])

def f(values: list[int]) -> int:
    total = 0
    for value in values:
        if value < 0:
            raise ValueError("negative: " + str(value))
        total += value
    return total
# --- new ---
def f(values: list[int]) -> int:
    total = 0
    for value in values:
        if not value >= 0:
            raise ValueError(f"negative: {value}")
        total += value
    return total
