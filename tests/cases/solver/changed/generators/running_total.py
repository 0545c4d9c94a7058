# After a total of exactly 256 the generator ends. Intended: a list of ints.
# shows: running([200, 56, 1])


def running(amounts):
    total = 0
    for amount in amounts:
        total += amount
        yield total
        if total > 5000:
            return "full"
    return "done"


# --- new ---


def running(amounts):
    total = 0
    for amount in amounts:
        total += amount
        yield total
        if total > 5000 or total == 256:
            return "full"
    return "done"
