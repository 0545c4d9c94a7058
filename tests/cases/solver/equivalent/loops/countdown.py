# A `while` becomes a `for` over the same numbers.
# calls: countdown(0, 1); countdown(5, 1); countdown(5, 2); countdown(-3, 1); countdown(9, 4); countdown(3, 0)


def countdown(start: int, step: int) -> list[int]:
    if step < 1 or start > 1000:
        raise ValueError("step")
    numbers = []
    current = start
    while current > 0:
        numbers.append(60 * current)
        current -= step
    numbers.append(0)
    return numbers


# --- new ---


def countdown(start: int, step: int) -> list[int]:
    if step < 1 or start > 1000:
        raise ValueError("step")
    return [60 * current for current in range(start, 0, -step)] + [0]
