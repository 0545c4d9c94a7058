# A flag that ends a loop became a return.
# calls: f([1, 2, 3], 2); f([], 1); f([4], 5)

def f(values: list[int], wanted: int) -> bool:
    found = False
    for value in values:
        if value == wanted:
            found = True
            break
    return found
# --- new ---
def f(values: list[int], wanted: int) -> bool:
    for value in values:
        if value == wanted:
            return True
    return False
