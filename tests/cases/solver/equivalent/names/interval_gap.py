# Locals swap their names and the order of independent statements changes.
# calls: gap((1, 2), (3, 4)); gap((3, 4), (1, 2)); gap((1, 5), (2, 3)); gap((0, 0), (0, 0))
# calls: gap((9, 1), (2, 2)); gap((-5, -3), (3, 5))


def gap(first: tuple[int, int], second: tuple[int, int]) -> int:
    a = max(first[0], second[0])
    b = min(first[1], second[1])
    if a > b:
        return a - b
    return 0


# --- new ---


def gap(first: tuple[int, int], second: tuple[int, int]) -> int:
    a = min(first[1], second[1])
    b = max(first[0], second[0])
    if b > a:
        return b - a
    return 0
