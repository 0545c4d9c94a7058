# `continue` became an `if`.
# calls: f([1, -1, 2]); f([]); f([0])

def f(values: list[int]) -> list[int]:
    kept = []
    for value in values:
        if value < 0:
            continue
        kept.append(value * 10)
    return kept
# --- new ---
def f(values: list[int]) -> list[int]:
    kept = []
    for value in values:
        if value >= 0:
            kept.append(10 * value)
    return kept
