# `all` became `any`.
# shows: f([1, -1])

def f(values: list[int]) -> bool:
    return all(value > 0 for value in values)
# --- new ---
def f(values: list[int]) -> bool:
    return any(value > 0 for value in values)
