# Both sides of comparisons were swapped.
# calls: f(1, 2); f(2, 1); f(3, 3)

def f(old: int, new: int) -> int:
    if old < new:
        return 1
    if old > new:
        return -1
    return 0
# --- new ---
def f(old: int, new: int) -> int:
    if new > old:
        return 1
    if new < old:
        return -1
    return 0
