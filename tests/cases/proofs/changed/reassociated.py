# The order of additions matters for floats.
# shows: f(0.1, 0.2, 0.3)

def f(a: float, b: float, c: float) -> float:
    return (a + b) + c
# --- new ---
def f(a: float, b: float, c: float) -> float:
    return a + (b + c)
