# Percent are taken off by multiplying out; ints stay exact.
# calls: net(1000, 20, 3); net(999, 5, 1); net(-50, 10, 2); net(0, 0, 0); net(7, 100, 5); net(7, -20, 5)


def net(price: int, percent: int, count: int) -> int:
    """Price of some pieces in hundredths of a cent."""
    full = price * 100 * count
    reduction = price * percent * count
    return full - reduction


# --- new ---


def net(price: int, percent: int, count: int) -> int:
    """Price of some pieces in hundredths of a cent."""
    return count * (price * (100 - percent))
