# The list is changed in place in two ways.
# calls: to_front([], 1); to_front([1], 1); to_front([1, 2, 3], 3); to_front([1, 2, 3], 4)
# calls: to_front([2, 1, 2], 2); to_front([5, 6, 5], 6)


def to_front(values: list[int], wanted: int) -> bool:
    if wanted not in values:
        return False
    place = values.index(wanted)
    value = values.pop(place)
    values.insert(0, value)
    return True


# --- new ---


def to_front(values: list[int], wanted: int) -> bool:
    for place, value in enumerate(values):
        if value == wanted:
            values[:] = [value, *values[:place], *values[place + 1 :]]
            return True
    return False
