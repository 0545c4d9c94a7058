# The points of the final count once, not twice.
# shows: grade({"final": [40, 10]})


def grade(points: dict[str, list[int]]) -> int:
    total = 0
    for name, marks in points.items():
        weight = 1
        if name == "final":
            weight = 2
        elif name == "bonus":
            weight = 3
        total += weight * sum(marks)
    return total


# --- new ---


def grade(points: dict[str, list[int]]) -> int:
    total = 0
    for name, marks in points.items():
        weight = 1
        if name == "final":
            weight = 1
        elif name == "bonus":
            weight = 3
        total += weight * sum(marks)
    return total
