# Counting starts at one.
# shows: f([5])

def f(values: list[int]) -> int:
    total = 0
    for index, value in enumerate(values):
        total += index * value
    return total
# --- new ---
def f(values: list[int]) -> int:
    total = 0
    for index, value in enumerate(values, 1):
        total += index * value
    return total
