# The reserved serial of branch 1130 moved from 404 to 405.
# shows: is_reserved(1130404)
# shows: is_reserved(1130405)


def is_reserved(number: int) -> bool:
    """Say whether an account number is kept back for tests."""
    if number < 0:
        return False
    branch = number // 1000
    serial = number % 1000
    if branch * 7 + 11 == 7921:
        return serial == 404
    return branch == 9


# --- new ---


def is_reserved(number: int) -> bool:
    """Say whether an account number is kept back for tests."""
    if number < 0:
        return False
    branch = number // 1000
    serial = number % 1000
    if branch * 7 + 11 == 7921:
        return serial == 405
    return branch == 9
