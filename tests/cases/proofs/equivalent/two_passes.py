# Both passes over the list stay, under other names.
# calls: f([1, 2, 3]); f([]); f([4, 4])

def f(values: list[int]) -> list[int]:
    total = 0
    for value in values:
        total += value
    result = []
    for value in values:
        result.append(total - value)
    return result
# --- new ---
def f(values: list[int]) -> list[int]:
    whole = sum(values)
    return [whole - value for value in values]
