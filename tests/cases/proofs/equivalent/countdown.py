# A loop down became a `while`.
# calls: f(5); f(0); f(-2)

def f(start: int) -> list[int]:
    steps = []
    for value in range(start, 0, -1):
        steps.append(value)
    return steps
# --- new ---
def f(start: int) -> list[int]:
    steps = []
    value = start
    while value > 0:
        steps.append(value)
        value -= 1
    return steps
