# The factorial counts from one instead of zero.
# calls: f(5); f(0); f(1)

def f(number: int) -> int:
    result = 1
    for step in range(number):
        result *= step + 1
    return result
# --- new ---
def f(number: int) -> int:
    result = 1
    for factor in range(1, number + 1):
        result = result * factor
    return result
