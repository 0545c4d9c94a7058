# A loop that looks for a counterexample became `all`.
# calls: f([1, 2]); f([]); f([1, 0])

def f(values: list[int]) -> bool:
    for value in values:
        if value <= 0:
            return False
    return True
# --- new ---
def f(values: list[int]) -> bool:
    return all(value > 0 for value in values)
