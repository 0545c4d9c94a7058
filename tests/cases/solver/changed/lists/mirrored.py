# The two items in the middle of a list are not compared.
# shows: is_mirrored([5, 1, 2, 5])


def is_mirrored(values: list[int]) -> bool:
    """Say whether a list of at least three reads the same from both ends."""
    count = len(values)
    if count < 3:
        return False
    for i in range(count // 2):
        if values[i] != values[count - 1 - i]:
            return False
    return True


# --- new ---


def is_mirrored(values: list[int]) -> bool:
    """Say whether a list of at least three reads the same from both ends."""
    count = len(values)
    if count < 3:
        return False
    for i in range((count - 1) // 2):
        if values[i] != values[count - 1 - i]:
            return False
    return True
