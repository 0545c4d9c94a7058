# The first item is taken instead of the last.
# shows: f([1, 2])

def f(values: list[int]) -> int:
    if not values:
        return 0
    return values[-1]
# --- new ---
def f(values: list[int]) -> int:
    if not values:
        return 0
    return values[0]
