# A loop with a flag becomes `all`. Intended: a list of ints and two ints.
# calls: all_in([], 0, 9); all_in([1, 2], 0, 9); all_in([1, 10], 0, 9); all_in([-1], 0, 9)
# calls: all_in([0, 9], 0, 9); all_in([5], 9, 0)


def all_in(values, low, high):
    is_fine = True
    for value in values:
        if value < low or value > high:
            is_fine = False
            break
    return is_fine


# --- new ---


def all_in(values, low, high):
    return not any(value < low or value > high for value in values)
