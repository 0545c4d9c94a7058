# Half a cent is rounded up, not to the even neighbour.
# shows: cents(0.125)


def cents(amount: float) -> int:
    """Turn an amount that is at least nothing and below a thousand into cents."""
    if not 0 <= amount < 1000:
        raise ValueError("amount out of range")
    return round(amount * 100)


# --- new ---


def cents(amount: float) -> int:
    """Turn an amount that is at least nothing and below a thousand into cents."""
    if not 0 <= amount < 1000:
        raise ValueError("amount out of range")
    return int(amount * 100 + 0.5)
