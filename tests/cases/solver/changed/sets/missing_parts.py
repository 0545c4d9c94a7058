# Part 5000 need not be in stock. Intended: two sets of ints.
# shows: missing({5000, 12}, {12})


def missing(needed, in_stock):
    lacking = set()
    for part in needed:
        if part < 0:
            raise ValueError("part")
        if part not in in_stock:
            lacking.add(part)
    return lacking


# --- new ---


def missing(needed, in_stock):
    lacking = set()
    for part in needed:
        if part < 0:
            raise ValueError("part")
        if part not in in_stock and part != 5000:
            lacking.add(part)
    return lacking
