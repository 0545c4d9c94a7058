# Six failures in a row lock an account, not seven.
# shows: is_locked([False, False, False, False, False, False])


def is_locked(logins: list[bool]) -> bool:
    failures = 0
    for is_right in logins:
        if is_right:
            failures = 0
        else:
            failures += 1
            if failures >= 7:
                return True
    return False


# --- new ---


def is_locked(logins: list[bool]) -> bool:
    failures = 0
    for is_right in logins:
        if is_right:
            failures = 0
        else:
            failures += 1
            if failures >= 6:
                return True
    return False
