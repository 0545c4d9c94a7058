# Two counters are kept in one loop, in another order.
# calls: f([1, -1, 2]); f([]); f([-3])

def f(values: list[int]) -> tuple[int, int]:
    positive = 0
    negative = 0
    for value in values:
        if value > 0:
            positive += 1
        elif value < 0:
            negative += 1
    return positive, negative
# --- new ---
def f(values: list[int]) -> tuple[int, int]:
    minus, plus = 0, 0
    for value in values:
        if value < 0:
            minus += 1
        elif value > 0:
            plus += 1
    return plus, minus
