# A branch that no value reaches went.
# calls: f(5); f(15); f(-5)

def f(value: int) -> str:
    if value > 10:
        return "large"
    elif value <= 10:
        return "small"
    else:
        return "odd"
# --- new ---
def f(value: int) -> str:
    if value > 10:
        return "large"
    return "small"
