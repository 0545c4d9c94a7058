# A test for `None` became a truth test, which a zero fails.
# shows: f(0)

def f(limit: int | None) -> int:
    if limit is None:
        return 100
    return limit
# --- new ---
def f(limit: int | None) -> int:
    if not limit:
        return 100
    return limit
