# The loop ends one step too early.
# shows: f([5])

def f(values: list[int]) -> int:
    total = 0
    for index in range(len(values)):
        total += values[index]
    return total
# --- new ---
def f(values: list[int]) -> int:
    total = 0
    for index in range(len(values) - 1):
        total += values[index]
    return total
