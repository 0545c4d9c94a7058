# A negative number counts as true now.
# shows: f(-3)

def f(count: int) -> bool:
    return count > 0
# --- new ---
def f(count: int) -> bool:
    return bool(count)
