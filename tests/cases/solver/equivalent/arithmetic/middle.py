# The middle of two ints, computed with floor division in two ways.
# calls: middle(0, 0); middle(0, 1); middle(-1, 0); middle(-3, 4); middle(10, 3); middle(-7, -8)


def middle(low: int, high: int) -> int:
    if high < low:
        raise ValueError("order")
    return (low + high) // 2


# --- new ---


def middle(low: int, high: int) -> int:
    if high < low:
        raise ValueError("order")
    return low + (high - low) // 2
