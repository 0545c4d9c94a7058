# The message is put together in another way.
# calls: f(5); f(-2); f(0)

def f(port: int) -> int:
    if port <= 0:
        raise ValueError("bad port: " + str(port))
    return port
# --- new ---
def f(port: int) -> int:
    if not port > 0:
        raise ValueError(f"bad port: {port}")
    return port
