# The variable of an empty loop has no value.
# shows: f([])

def f(values: list[int]) -> int:
    last = 0
    for value in values:
        last = value
    return last
# --- new ---
def f(values: list[int]) -> int:
    for value in values:
        pass
    return value
