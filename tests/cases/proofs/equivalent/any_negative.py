# A search with a flag became `any`.
# calls: f([1, -2]); f([]); f([3, 4])

def f(values: list[int]) -> bool:
    for value in values:
        if value < 0:
            return True
    return False
# --- new ---
def f(values: list[int]) -> bool:
    return any(value < 0 for value in values)
