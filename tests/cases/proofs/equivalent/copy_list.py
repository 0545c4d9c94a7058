# A copy by slice became a copy by `list`.
# calls: f([1, 2]); f([]); f([5])

def f(values: list[int]) -> list[int]:
    copied = values[:]
    copied.append(0)
    return copied
# --- new ---
def f(values: list[int]) -> list[int]:
    copied = list(values)
    copied.append(0)
    return copied
