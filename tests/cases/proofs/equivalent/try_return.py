# A variable set in `try` became a return.
# calls: f("5"); f("x"); f("")

def f(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = 0
    return value
# --- new ---
def f(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0
