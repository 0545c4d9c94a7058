# With exactly nine judges no mark is dropped.
# shows: score([1, 2, 3, 4, 5, 6, 7, 8, 10])


def score(marks: list[int]) -> int:
    """Sum the marks; with many judges the best and the worst do not count."""
    if any(mark < 0 or mark > 10 for mark in marks):
        raise ValueError("a mark is from 0 to 10")
    total = sum(marks)
    if len(marks) >= 9:
        total -= max(marks) + min(marks)
    return total


# --- new ---


def score(marks: list[int]) -> int:
    """Sum the marks; with many judges the best and the worst do not count."""
    if any(mark < 0 or mark > 10 for mark in marks):
        raise ValueError("a mark is from 0 to 10")
    total = sum(marks)
    if len(marks) > 9:
        total -= max(marks) + min(marks)
    return total
