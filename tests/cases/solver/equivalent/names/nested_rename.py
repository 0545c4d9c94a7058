# The names of an inner function and of its parameter are others. Intended: a list of ints, an int.
# calls: scaled([], 2); scaled([1], 2); scaled([1, -1], 3); scaled([0, 5], 0); scaled([7, 8, 9], -1)
# calls: scaled([2, 2], 10)


def scaled(values, factor):
    def f(x):
        return x * factor

    return [f(x) for x in values]


# --- new ---


def scaled(values, factor):
    def times(value):
        return value * factor

    return [times(value) for value in values]
