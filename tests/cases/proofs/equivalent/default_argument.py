# A fallback by `or` became a test.
# calls: f(None); f(5); f(0)

def f(limit: int | None) -> int:
    if limit is None:
        limit = 10
    return limit * 2
# --- new ---
def f(limit: int | None) -> int:
    bound = 10 if limit is None else limit
    return bound + bound
