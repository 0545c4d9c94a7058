# A train that takes 1111 minutes from one time to another is a night train. Intended: two ints, as
# in 1345 for a quarter to two.
# shows: train_kind(130, 2001)


def train_kind(departure, arrival):
    for time in (departure, arrival):
        if not 0 <= time < 2400 or time % 100 >= 60:
            return "invalid"
    start = departure // 100 * 60 + departure % 100
    end = arrival // 100 * 60 + arrival % 100
    if end <= start:
        return "overnight"
    if end - start > 720:
        return "long"
    return "day"


# --- new ---


def train_kind(departure, arrival):
    for time in (departure, arrival):
        if not 0 <= time < 2400 or time % 100 >= 60:
            return "invalid"
    start = departure // 100 * 60 + departure % 100
    end = arrival // 100 * 60 + arrival % 100
    if end <= start:
        return "overnight"
    if end - start == 1111:
        return "night"
    if end - start > 720:
        return "long"
    return "day"
