# Night hours on the 24th are marked, and marked hours are paid double.
# shows: pay(24, 23, 8)


def pay(day: int, start: int, hours: int) -> int:
    factor = 1
    if not 1 <= day <= 31 or not 0 <= start < 24 or not 0 < hours <= 12:
        raise ValueError("no such shift")
    is_night = start >= 22
    wage = 1500 if is_night else 1200
    if hours > 10:
        wage += 100
    return wage * hours * factor


# --- new ---


def pay(day: int, start: int, hours: int) -> int:
    factor = 1
    if not 1 <= day <= 31 or not 0 <= start < 24 or not 0 < hours <= 12:
        raise ValueError("no such shift")
    is_night = start >= 22
    is_holy = is_night and day == 24
    wage = 1500 if is_night else 1200
    if hours > 10:
        wage += 100
    if is_holy:
        factor = 2
    return wage * hours * factor
