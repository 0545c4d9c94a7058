# A distance by hand became `abs`.
# calls: f(3, 5); f(5, 3); f(2, 2)

def f(left: int, right: int) -> int:
    if left > right:
        return left - right
    return right - left
# --- new ---
def f(left: int, right: int) -> int:
    return abs(left - right)
