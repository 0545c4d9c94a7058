# The operands of a subtraction were swapped.
# shows: f(5, 3)

def f(paid: int, due: int) -> int:
    return paid - due
# --- new ---
def f(paid: int, due: int) -> int:
    return due - paid
