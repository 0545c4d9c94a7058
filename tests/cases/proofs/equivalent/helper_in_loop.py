# The body of a loop moved to a function.
# calls: f([1, -5, 20]); f([]); f([3])

def f(values: list[int]) -> list[int]:
    result = []
    for value in values:
        if value < 0:
            result.append(0)
        elif value > 10:
            result.append(10)
        else:
            result.append(value)
    return result
# --- new ---
def _limited(value: int) -> int:
    if value < 0:
        return 0
    return 10 if value > 10 else value


def f(values: list[int]) -> list[int]:
    return [_limited(value) for value in values]
