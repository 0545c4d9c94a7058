# A test that cannot fail after the assertion went.
# calls: f(1); f(5); f(0)

def f(level: int) -> str:
    assert level >= 0
    if level < 0:
        return "never"
    return "fine"
# --- new ---
def f(level: int) -> str:
    assert level >= 0
    return "fine"
