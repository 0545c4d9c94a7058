# A running quotient is written with augmented assignment.
# calls: f(123); f(0); f(9)

def f(number: int) -> int:
    total = 0
    while number > 0:
        digit = number % 10
        total = total + digit
        number = number // 10
    return total
# --- new ---
def f(number: int) -> int:
    total = 0
    while number > 0:
        total += number % 10
        number //= 10
    return total
