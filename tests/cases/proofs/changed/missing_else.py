# A branch fell away.
# shows: f(-3)

def f(value: int) -> int:
    if value > 0:
        return 1
    if value < 0:
        return -1
    return 0
# --- new ---
def f(value: int) -> int:
    if value > 0:
        return 1
    return 0
