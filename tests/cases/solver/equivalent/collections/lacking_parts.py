# Set arithmetic instead of a loop.
# calls: missing(set(), set()); missing({1}, set()); missing({1, 2}, {2}); missing({1}, {1, 2})
# calls: missing({-1, 0}, {0}); missing({5, 6, 7}, {6})


def missing(needed: set[int], in_stock: set[int]) -> set[int]:
    lacking = set()
    for part in needed:
        if part not in in_stock:
            lacking.add(part)
    return lacking


# --- new ---


def missing(needed: set[int], in_stock: set[int]) -> set[int]:
    return needed - in_stock
