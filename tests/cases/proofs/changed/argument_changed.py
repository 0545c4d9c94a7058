# The argument is changed now.
# shows: f([1])

def f(values: list[int]) -> list[int]:
    result = list(values)
    result.append(0)
    return result
# --- new ---
def f(values: list[int]) -> list[int]:
    values.append(0)
    return values
