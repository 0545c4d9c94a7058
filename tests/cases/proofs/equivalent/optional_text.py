# A test for `None` moved to the front.
# calls: f(None, "x"); f("a", "b"); f("", "z")

def f(name: str | None, fallback: str) -> str:
    if name is not None and name != "":
        return name
    return fallback
# --- new ---
def f(name: str | None, fallback: str) -> str:
    if name is None or name == "":
        return fallback
    return name
