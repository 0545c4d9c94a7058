# An exact division became one of floats.
# shows: f(4)

def f(total: int) -> int:
    return total // 2
# --- new ---
def f(total: int) -> float:
    return total / 2
