# Rounding up by a double negation, or by adding one less than the divisor.
# calls: boxes(0, 6); boxes(1, 6); boxes(6, 6); boxes(7, 6); boxes(-7, 6); boxes(5, 0); boxes(5, -1)


def boxes(pieces: int, size: int) -> int:
    if size < 1:
        raise ValueError("size")
    return -(-pieces // size)


# --- new ---


def boxes(pieces: int, size: int) -> int:
    if size < 1:
        raise ValueError("size")
    return (pieces + size - 1) // size
