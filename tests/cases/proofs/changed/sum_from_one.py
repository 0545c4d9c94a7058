# The sum leaves out the first item.
# shows: f([5])

def f(values: list[int]) -> int:
    total = 0
    for value in values:
        total += value
    return total
# --- new ---
def f(values: list[int]) -> int:
    total = 0
    for index in range(1, len(values)):
        total += values[index]
    return total
