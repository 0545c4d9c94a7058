# Asking first instead of being told.
# calls: ratio(1, 2); ratio(1, 0); ratio(0, 0); ratio(-7, 2); ratio(7, -2); ratio(0, 5)


def ratio(part: int, whole: int) -> int | None:
    try:
        return 100 * part // whole
    except ZeroDivisionError:
        return None


# --- new ---


def ratio(part: int, whole: int) -> int | None:
    if whole == 0:
        return None
    return 100 * part // whole
