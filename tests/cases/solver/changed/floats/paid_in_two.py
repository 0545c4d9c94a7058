# Two payments may miss the sum by a hair.
# shows: is_paid(0.3, 0.1, 0.2)


def is_paid(due: float, first: float, second: float) -> bool:
    if due <= 0 or first <= 0 or second <= 0:
        return False
    rest = due - (first + second)
    return rest == 0


# --- new ---


def is_paid(due: float, first: float, second: float) -> bool:
    if due <= 0 or first <= 0 or second <= 0:
        return False
    rest = due - (first + second)
    return abs(rest) < 1e-9
