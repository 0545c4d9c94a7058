# Euclid's algorithm with a tuple instead of a spare variable.
# calls: f(12, 18); f(7, 3); f(0, 5)

def f(a: int, b: int) -> int:
    while b != 0:
        rest = a % b
        a = b
        b = rest
    return a
# --- new ---
def f(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a
