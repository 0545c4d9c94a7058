# A value that is there already goes after its equals. Intended: a list of ints and an int.
# shows: insertion_point([3, 40, 40, 90], 40)


def insertion_point(values, wanted):
    """Return where to put a value into a sorted list; -1 if the list is not sorted."""
    for i in range(len(values) - 1):
        if values[i] > values[i + 1]:
            return -1
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


# --- new ---


def insertion_point(values, wanted):
    """Return where to put a value into a sorted list; -1 if the list is not sorted."""
    for i in range(len(values) - 1):
        if values[i] > values[i + 1]:
            return -1
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if values[middle] <= wanted:
            low = middle + 1
        else:
            high = middle
    return low
