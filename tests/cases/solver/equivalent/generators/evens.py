# A generator's loop is moved into `yield from`. Intended: a list of ints.
# calls: evens([]); evens([1]); evens([2, 4]); evens([1, 2, 3, 4]); evens([-2, 0]); evens([7, 9])


def evens(values):
    for value in values:
        if value % 2 == 0:
            yield value


# --- new ---


def evens(values):
    yield from (value for value in values if value % 2 == 0)
