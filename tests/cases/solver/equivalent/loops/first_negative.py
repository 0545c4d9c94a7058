# A loop over indices becomes one over items.
# calls: first_negative([]); first_negative([1, 2]); first_negative([1, -2, -3]); first_negative([-1])
# calls: first_negative([0, 0, -7]); first_negative([5, 4, 3])


def first_negative(values: list[int]) -> int:
    i = 0
    while i < len(values):
        if values[i] < 0:
            return i
        i += 1
    return -1


# --- new ---


def first_negative(values: list[int]) -> int:
    for i, value in enumerate(values):
        if value < 0:
            return i
    return -1
