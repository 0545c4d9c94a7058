# The return slipped into the loop.
# shows: f([1, -2])

def f(values: list[int]) -> bool:
    for value in values:
        if value < 0:
            return False
    return True
# --- new ---
def f(values: list[int]) -> bool:
    for value in values:
        if value < 0:
            return False
        return True
    return True
