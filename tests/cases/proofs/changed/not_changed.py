# The argument is no longer changed.
# shows: f([1])

def f(values: list[int]) -> int:
    values.append(7)
    return len(values)
# --- new ---
def f(values: list[int]) -> int:
    longer = values + [7]
    return len(longer)
