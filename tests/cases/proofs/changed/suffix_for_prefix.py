# The end is tested instead of the start.
# shows: f("ab")

def f(text: str) -> bool:
    return text.startswith("a")
# --- new ---
def f(text: str) -> bool:
    return text.endswith("a")
