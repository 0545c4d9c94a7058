# The loop stops one value later.
# shows: f(5)

def f(number: int) -> int:
    steps = 0
    while number > 1:
        number = number // 2
        steps += 1
    return steps
# --- new ---
def f(number: int) -> int:
    steps = 0
    while number > 0:
        number = number // 2
        steps += 1
    return steps
