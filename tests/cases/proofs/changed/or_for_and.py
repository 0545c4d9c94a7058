# Both were needed, now one is enough.
# shows: f(True, False)

def f(first: bool, second: bool) -> bool:
    return first and second
# --- new ---
def f(first: bool, second: bool) -> bool:
    return first or second
