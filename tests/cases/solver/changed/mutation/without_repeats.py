# Of three equal neighbours two are left. Intended: a list of ints.
# shows: drop_repeats([4, 7, 7, 7, 2])


def drop_repeats(values):
    i = 1
    while i < len(values):
        if values[i] == values[i - 1]:
            del values[i]
        else:
            i += 1


# --- new ---


def drop_repeats(values):
    i = 1
    while i < len(values):
        if values[i] == values[i - 1]:
            del values[i]
        i += 1
