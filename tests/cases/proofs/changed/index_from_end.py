# An index out of range became one from the end.
# shows: f([5], 1)

def f(values: list[int], index: int) -> int:
    if index >= len(values) or index < 0:
        return -1
    return values[index]
# --- new ---
def f(values: list[int], index: int) -> int:
    if index > len(values) or index < 0:
        return -1
    return values[index]
