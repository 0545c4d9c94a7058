# The limit itself is no longer allowed.
# shows: f(10)

def f(value: int) -> bool:
    return value <= 10
# --- new ---
def f(value: int) -> bool:
    return value < 10
