# An `if` that returns truth values became the condition.
# calls: f(3, 5); f(5, 3); f(0, 0)

def f(used: int, limit: int) -> bool:
    if used < limit:
        return True
    else:
        return False
# --- new ---
def f(used: int, limit: int) -> bool:
    return used < limit
