# The last digit of a book number may be ten, which is written X.
# shows: is_isbn([0, 8, 0, 4, 4, 2, 9, 5, 7, 10])


def is_isbn(digits: list[int]) -> bool:
    if len(digits) != 10:
        return False
    total = 0
    for place, digit in enumerate(digits):
        if not 0 <= digit <= 9:
            return False
        total += (10 - place) * digit
    return total % 11 == 0


# --- new ---


def is_isbn(digits: list[int]) -> bool:
    if len(digits) != 10:
        return False
    total = 0
    for place, digit in enumerate(digits):
        if not 0 <= digit <= (10 if place == 9 else 9):
            return False
        total += (10 - place) * digit
    return total % 11 == 0
