# Every second leap century is no leap year any more.
# shows: days_in_month(2000, 2)


def days_in_month(year: int, month: int) -> int:
    if month < 1 or month > 12:
        raise ValueError("no such month")
    if month == 2:
        if year % 400 == 0:
            return 29
        if year % 100 == 0:
            return 28
        return 29 if year % 4 == 0 else 28
    if month in (4, 6, 9, 11):
        return 30
    return 31


# --- new ---


def days_in_month(year: int, month: int) -> int:
    if month < 1 or month > 12:
        raise ValueError("no such month")
    if month == 2:
        if year % 800 == 0:
            return 29
        if year % 100 == 0:
            return 28
        return 29 if year % 4 == 0 else 28
    if month in (4, 6, 9, 11):
        return 30
    return 31
