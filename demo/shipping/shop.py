"""What does an order cost?"""


def shipping(total: int, express: bool) -> int:
    """Cents for sending an order of so many cents."""
    if express:
        return 1500
    if total > 10000:
        return 0
    return 500
