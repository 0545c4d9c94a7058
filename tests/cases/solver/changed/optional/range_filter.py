# Two ends that are the same keep nothing. Intended: a list of ints, two of int or None.
# shows: within([41, 42, 43], 42, 42)


def within(values, low, high):
    if low is None and high is None:
        return list(values)
    if low is None:
        return [value for value in values if value <= high]
    if high is None:
        return [value for value in values if value >= low]
    return [value for value in values if low <= value <= high]


# --- new ---


def within(values, low, high):
    if low is None and high is None:
        return list(values)
    if low is None:
        return [value for value in values if value <= high]
    if high is None:
        return [value for value in values if value >= low]
    if low == high:
        return []
    return [value for value in values if low <= value <= high]
