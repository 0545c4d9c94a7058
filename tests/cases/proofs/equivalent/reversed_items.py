# A loop from the back became `reversed`.
# calls: f([1, 2, 3]); f([]); f([7])

def f(values: list[int]) -> list[int]:
    result = []
    for index in range(len(values) - 1, -1, -1):
        result.append(values[index])
    return result
# --- new ---
def f(values: list[int]) -> list[int]:
    result = []
    for value in reversed(values):
        result.append(value)
    return result
