# The remainder of a negative number has another sign.
# shows: f(-7)

def f(value: int) -> int:
    return value % 5
# --- new ---
def f(value: int) -> int:
    if value < 0:
        return -((-value) % 5)
    return value % 5
