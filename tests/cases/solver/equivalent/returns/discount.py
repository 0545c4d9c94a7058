# Early returns instead of one variable.
# calls: discount(0, False); discount(99, False); discount(100, False); discount(100, True)
# calls: discount(1000, True); discount(1000, False); discount(-5, True)


def discount(amount: int, is_member: bool) -> int:
    result = 0
    if amount >= 1000:
        result = 15
    else:
        if amount >= 100:
            result = 5
    if is_member:
        result = result + 2
    return result


# --- new ---


def discount(amount: int, is_member: bool) -> int:
    extra = 2 if is_member else 0
    if amount >= 1000:
        return 15 + extra
    if amount >= 100:
        return 5 + extra
    return extra
