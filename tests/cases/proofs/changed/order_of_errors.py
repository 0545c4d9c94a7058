# The checks come in another order.
# shows: f(-1, "")

def f(count: int, name: str) -> str:
    if count < 0:
        raise ValueError("count")
    if not name:
        raise ValueError("name")
    return name
# --- new ---
def f(count: int, name: str) -> str:
    if not name:
        raise ValueError("name")
    if count < 0:
        raise ValueError("count")
    return name
