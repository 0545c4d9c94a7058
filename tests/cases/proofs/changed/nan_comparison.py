# A comparison was negated, which a nan tells apart.
# shows: f(float("nan"))

def f(value: float) -> bool:
    return not value < 0.0
# --- new ---
def f(value: float) -> bool:
    return value >= 0.0
