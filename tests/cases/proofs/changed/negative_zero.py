# Adding zero changes a negative zero.
# shows: f(-0.0)

def f(value: float) -> float:
    return value
# --- new ---
def f(value: float) -> float:
    return value + 0.0
