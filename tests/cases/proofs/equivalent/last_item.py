# The last item is reached by a negative index.
# calls: f([1, 2]); f([5]); f([])

def f(values: list[int]) -> int:
    if len(values) == 0:
        return 0
    return values[len(values) - 1]
# --- new ---
def f(values: list[int]) -> int:
    if values:
        return values[-1]
    return 0
