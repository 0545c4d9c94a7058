# A product is started with zero.
# shows: f([2])

def f(values: list[int]) -> int:
    result = 1
    for value in values:
        result *= value
    return result
# --- new ---
def f(values: list[int]) -> int:
    result = 0
    for value in values:
        result *= value
    return result
