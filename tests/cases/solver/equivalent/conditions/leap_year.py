# One condition instead of three nested ones. Intended: an int.
# calls: is_leap(1900); is_leap(2000); is_leap(2004); is_leap(2001); is_leap(0); is_leap(-4)


def is_leap(year):
    if year % 4 == 0:
        if year % 100 == 0:
            if year % 400 == 0:
                return True
            return False
        return True
    return False


# --- new ---


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
