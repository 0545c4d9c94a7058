# The search goes on after the first match.
# shows: f([1, 1], 1)

def f(values: list[int], wanted: int) -> int:
    count = 0
    for value in values:
        if value == wanted:
            count += 1
            break
    return count
# --- new ---
def f(values: list[int], wanted: int) -> int:
    count = 0
    for value in values:
        if value == wanted:
            count += 1
            continue
    return count
