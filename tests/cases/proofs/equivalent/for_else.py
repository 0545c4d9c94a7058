# A flag became `else` of the loop.
# calls: f([1, 2], 2); f([1], 3); f([], 0)

def f(values: list[int], wanted: int) -> int:
    result = -1
    position = 0
    for value in values:
        if value == wanted:
            result = position
            break
        position += 1
    return result
# --- new ---
def f(values: list[int], wanted: int) -> int:
    for position, value in enumerate(values):
        if value == wanted:
            break
    else:
        return -1
    return position
