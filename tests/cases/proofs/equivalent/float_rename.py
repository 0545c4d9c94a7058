# Arithmetic of floats kept its order under other names.
# calls: f(1.5, 2.0); f(0.0, 1.0); f(-1.0, 0.5)

def f(x: float, y: float) -> float:
    d = x * y
    if d > 100.0:
        d = 100.0
    return d + x
# --- new ---
def f(x: float, y: float) -> float:
    product = x * y
    if 100.0 < product:
        return 100.0 + x
    return product + x
