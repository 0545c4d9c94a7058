# A loop counts up instead of down.
# calls: f(2, 5); f(3, 0); f(2, -1)

def f(base: int, exponent: int) -> int:
    result = 1
    while exponent > 0:
        result *= base
        exponent -= 1
    return result
# --- new ---
def f(base: int, exponent: int) -> int:
    result = 1
    for _ in range(exponent):
        result = base * result
    return result
