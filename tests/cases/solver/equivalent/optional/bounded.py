# A missing end is replaced at the start. Intended: an int, and two of int or None.
# calls: bounded(5, None, None); bounded(5, 6, None); bounded(5, None, 4); bounded(5, 1, 9)
# calls: bounded(5, 9, 1); bounded(0, 0, 0)


def bounded(value, low, high):
    if low is not None and value < low:
        return low
    if high is not None and value > high:
        return high
    return value


# --- new ---


def bounded(value, low, high):
    if low is None or not value < low:
        if high is None or not value > high:
            return value
        return high
    return low
