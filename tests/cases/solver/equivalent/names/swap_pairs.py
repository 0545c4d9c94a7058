# A tuple assignment replaces a helping variable. Intended: a list of ints.
# calls: sort_pair([]); sort_pair([1]); sort_pair([2, 1]); sort_pair([1, 2]); sort_pair([3, 2, 1])
# calls: sort_pair([5, 5])


def sort_pair(values):
    if len(values) < 2:
        return
    if values[0] > values[1]:
        kept = values[0]
        values[0] = values[1]
        values[1] = kept


# --- new ---


def sort_pair(values):
    if len(values) < 2:
        return
    if values[0] > values[1]:
        values[0], values[1] = values[1], values[0]
