# The checks were put into one place and say the same.
# calls: f(5, "x"); f(-1, "x"); f(5, "")

def f(count: int, name: str) -> str:
    if count < 0:
        raise ValueError("count is negative")
    else:
        if name == "":
            raise ValueError("name is empty")
        return name * count
# --- new ---
def f(count: int, name: str) -> str:
    if count < 0:
        raise ValueError("count is negative")
    if not name:
        raise ValueError("name is empty")
    return name * count
