# A number is returned where a truth value was.
# shows: f(2)

def f(count: int) -> int:
    return count % 2 == 0
# --- new ---
def f(count: int) -> int:
    return 1 if count % 2 == 0 else 0
