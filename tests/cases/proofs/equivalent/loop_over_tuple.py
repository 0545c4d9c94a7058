# A loop over a fixed tuple was written out.
# calls: f(1); f(0); f(-4)

def f(value: int) -> int:
    total = 0
    for factor in (1, 2, 3):
        total += factor * value
    return total
# --- new ---
def f(value: int) -> int:
    return value + 2 * value + 3 * value
