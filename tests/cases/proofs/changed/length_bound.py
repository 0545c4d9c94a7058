# The longest allowed text is refused.
# shows: f("12345678")

def f(code: str) -> bool:
    return len(code) <= 8
# --- new ---
def f(code: str) -> bool:
    return len(code) < 8
