# The keys are written in another order.
# shows: f()

def f() -> dict[str, int]:
    return {"a": 1, "b": 2}
# --- new ---
def f() -> dict[str, int]:
    return {"b": 2, "a": 1}
