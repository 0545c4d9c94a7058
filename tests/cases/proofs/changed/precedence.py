# Brackets were lost.
# shows: f(1, 2, 3)

def f(a: int, b: int, c: int) -> int:
    return (a + b) * c
# --- new ---
def f(a: int, b: int, c: int) -> int:
    return a + b * c
