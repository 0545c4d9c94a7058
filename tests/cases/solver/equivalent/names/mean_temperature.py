# Only locals have other names. Intended: a list of ints.
# calls: mean([]); mean([1]); mean([1, 2]); mean([-3, 3, 9]); mean([0, 0]); mean([7, 8, 9, 10])


def mean(values):
    s = 0
    n = 0
    for v in values:
        s += v
        n += 1
    if n == 0:
        return None
    return s / n


# --- new ---


def mean(values):
    total = 0
    count = 0
    for value in values:
        total += value
        count += 1
    if count == 0:
        return None
    return total / count
