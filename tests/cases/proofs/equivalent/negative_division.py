# A sign is moved out of a division by a negative number.
# calls: f(7); f(-7); f(0)

def f(value: int) -> int:
    return value // -4
# --- new ---
def f(value: int) -> int:
    return (-value) // 4
