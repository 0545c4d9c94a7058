# The argument is changed in the same way.
# calls: f([1], 2); f([], 0); f([3], -1)

def f(values: list[int], item: int) -> int:
    values.append(item + 1)
    size = len(values)
    return size
# --- new ---
def f(values: list[int], item: int) -> int:
    following = 1 + item
    values.append(following)
    return len(values)
