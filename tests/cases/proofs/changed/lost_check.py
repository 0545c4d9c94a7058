# The check for zero went.
# shows: f(1, 0)

def f(total: int, parts: int) -> int:
    if parts == 0:
        return 0
    return total // parts
# --- new ---
def f(total: int, parts: int) -> int:
    return total // parts
