# Three variables became a tuple assignment.
# calls: f(10); f(0); f(1)

def f(count: int) -> int:
    a = 0
    b = 1
    for _ in range(count):
        following = a + b
        a = b
        b = following
    return a
# --- new ---
def f(count: int) -> int:
    current, following = 0, 1
    for _ in range(count):
        current, following = following, current + following
    return current
