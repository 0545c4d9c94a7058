# An `if` statement became an expression.
# calls: f(3); f(-3); f(0)

def f(value: int) -> int:
    if value < 0:
        size = -value
    else:
        size = value
    return size
# --- new ---
def f(value: int) -> int:
    return -value if value < 0 else value
