# Both branches of a loop were turned round.
# calls: f(6); f(1); f(7)

def f(number: int) -> int:
    steps = 0
    while number > 1:
        if number % 2 == 0:
            number = number // 2
        else:
            number = 3 * number + 1
        steps += 1
    return steps
# --- new ---
def f(number: int) -> int:
    steps = 0
    while number > 1:
        number = 3 * number + 1 if number % 2 else number // 2
        steps += 1
    return steps
