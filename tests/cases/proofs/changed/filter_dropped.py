# The condition of a comprehension was lost.
# shows: f([1])

def f(values: list[int]) -> list[int]:
    return [value for value in values if value % 2 == 0]
# --- new ---
def f(values: list[int]) -> list[int]:
    return [value for value in values]
