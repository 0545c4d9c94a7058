# The first match became the last.
# shows: f([1, 1], 1)

def f(values: list[int], wanted: int) -> int:
    for index, value in enumerate(values):
        if value == wanted:
            return index
    return -1
# --- new ---
def f(values: list[int], wanted: int) -> int:
    found = -1
    for index, value in enumerate(values):
        if value == wanted:
            found = index
    return found
