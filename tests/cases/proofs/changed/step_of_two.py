# Every second item is skipped.
# shows: f([1, 2])

def f(values: list[int]) -> int:
    total = 0
    for index in range(0, len(values)):
        total += values[index]
    return total
# --- new ---
def f(values: list[int]) -> int:
    total = 0
    for index in range(0, len(values), 2):
        total += values[index]
    return total
