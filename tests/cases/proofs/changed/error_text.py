# The message changed.
# shows: f(0)

def f(size: int) -> int:
    if size == 0:
        raise ValueError("size is zero")
    return 100 // size
# --- new ---
def f(size: int) -> int:
    if size == 0:
        raise ValueError("size must not be zero")
    return 100 // size
