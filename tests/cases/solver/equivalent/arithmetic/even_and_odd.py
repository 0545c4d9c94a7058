# Whether two ints are both even or both odd.
# calls: same_parity(0, 0); same_parity(1, 2); same_parity(-1, 1); same_parity(-2, 3)
# calls: same_parity(4, 8); same_parity(-3, -4)


def same_parity(first: int, second: int) -> bool:
    if first % 2 == 0:
        return second % 2 == 0
    return second % 2 == 1


# --- new ---


def same_parity(first: int, second: int) -> bool:
    return (first - second) % 2 == 0
