# The handler catches more than it did.
# shows: f({}, "a")

def f(table: dict[str, int], key: str) -> int:
    try:
        return 10 // table[key]
    except ZeroDivisionError:
        return 0
# --- new ---
def f(table: dict[str, int], key: str) -> int:
    try:
        return 10 // table[key]
    except Exception:
        return 0
