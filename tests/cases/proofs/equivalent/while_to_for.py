# A counting `while` became a `for` over a range.
# calls: f(5); f(0); f(-3)

def f(count: int) -> int:
    step = 0
    product = 1
    while step < count:
        product = product * 2
        step += 1
    return product
# --- new ---
def f(count: int) -> int:
    product = 1
    for _ in range(count):
        product *= 2
    return product
