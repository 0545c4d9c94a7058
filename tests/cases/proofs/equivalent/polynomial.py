# Horner's rule is written with augmented assignment.
# calls: f([1, 2, 3], 2); f([], 5); f([4], 0)

def f(coefficients: list[int], x: int) -> int:
    result = 0
    for coefficient in coefficients:
        result = result * x + coefficient
    return result
# --- new ---
def f(coefficients: list[int], x: int) -> int:
    result = 0
    for coefficient in coefficients:
        result *= x
        result += coefficient
    return result
