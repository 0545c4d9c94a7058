# The ring has 100019 slots, not 100003. Intended: two ints.
# shows: slot(60000, 40003)


def slot(key, shift):
    place = abs(key) + abs(shift)
    return place % 100003


# --- new ---


def slot(key, shift):
    place = abs(key) + abs(shift)
    return place % 100019
