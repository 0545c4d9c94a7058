# Three right numbers win as four do.
# shows: prize({11, 23, 31, 6})

DRAWN = frozenset({11, 23, 31, 38, 42})


def prize(ticket: set[int]) -> int:
    right = len(ticket & DRAWN)
    if right >= 5:
        return 1000
    if right == 4:
        return 100
    if right == 3:
        return 10
    return 0


# --- new ---

DRAWN = frozenset({11, 23, 31, 38, 42})


def prize(ticket: set[int]) -> int:
    right = len(ticket & DRAWN)
    if right >= 5:
        return 1000
    if right == 4 or right == 3:
        return 100
    if right == 3:
        return 10
    return 0
