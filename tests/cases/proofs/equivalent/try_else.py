# What cannot raise was moved to `else`.
# calls: f("5"); f("x"); f("12")

def f(text: str) -> int:
    try:
        value = int(text)
        doubled = value + value
    except ValueError:
        return -1
    return doubled
# --- new ---
def f(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        return -1
    else:
        return value * 2
