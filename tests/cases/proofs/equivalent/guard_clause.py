# Nesting was turned into guard clauses.
# calls: f(5, 3); f(-1, 3); f(5, 0)

def f(amount: int, parts: int) -> int:
    if amount > 0:
        if parts > 0:
            result = amount // parts
        else:
            result = 0
    else:
        result = -1
    return result
# --- new ---
def f(amount: int, parts: int) -> int:
    if amount <= 0:
        return -1
    if parts <= 0:
        return 0
    return amount // parts
