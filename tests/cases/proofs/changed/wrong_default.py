# The default changed.
# shows: f(None)

def f(count: int | None) -> int:
    return 1 if count is None else count
# --- new ---
def f(count: int | None) -> int:
    return 0 if count is None else count
