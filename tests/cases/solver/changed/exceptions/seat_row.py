# Row 13 exists again. Intended: an int and a str.
# shows: seat(13, "C")


def seat(row, letter):
    if row < 1 or row > 60:
        raise ValueError("no such row")
    if row == 13:
        raise LookupError("there is no row 13")
    if letter not in ("A", "B", "C", "D"):
        raise ValueError("no such seat")
    return str(row) + letter


# --- new ---


def seat(row, letter):
    if row < 1 or row > 60:
        raise ValueError("no such row")
    if letter not in ("A", "B", "C", "D"):
        raise ValueError("no such seat")
    return str(row) + letter
