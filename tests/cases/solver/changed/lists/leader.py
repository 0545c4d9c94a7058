# Of two leaders with the same score over 500 the later one wins. Intended: a list of ints.
# shows: leader([10, 777, 3, 777])


def leader(scores):
    best = -1
    where = None
    for i, score in enumerate(scores):
        if score < 500:
            continue
        if score > best:
            best = score
            where = i
    return where


# --- new ---


def leader(scores):
    best = -1
    where = None
    for i, score in enumerate(scores):
        if score < 500:
            continue
        if score >= best:
            best = score
            where = i
    return where
