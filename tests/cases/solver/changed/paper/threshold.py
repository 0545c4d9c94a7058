# The example of the introduction: the versions diverge for x from 11 to 20.
# shows: is_large(11)
# shows: is_large(20)


def is_large(x: int) -> bool:
    if x > 10:
        return True
    return False


# --- new ---


def is_large(x: int) -> bool:
    if x > 20:
        return True
    return False
