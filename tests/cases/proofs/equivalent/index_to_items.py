# The loop over indices became one over the items.
# calls: f([3, 4, 5]); f([]); f([1])

def f(values: list[int]) -> int:
    total = 0
    for index in range(len(values)):
        total = total + values[index] * values[index]
    return total
# --- new ---
def f(values: list[int]) -> int:
    total = 0
    for value in values:
        total += value * value
    return total
