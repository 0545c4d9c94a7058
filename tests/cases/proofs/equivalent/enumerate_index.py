# A counter by hand became `enumerate`.
# calls: f([3, 4, 5]); f([]); f([1])

def f(values: list[int]) -> int:
    position = 0
    weighted = 0
    for value in values:
        weighted += position * value
        position += 1
    return weighted
# --- new ---
def f(values: list[int]) -> int:
    weighted = 0
    for position, value in enumerate(values):
        weighted += position * value
    return weighted
