# A helper of one line is written out.
# calls: steps((0, 0), (3, 4)); steps((0, 0), (0, 0)); steps((-1, -1), (1, 1)); steps((5, 0), (0, 5))
# calls: steps((2, 3), (2, 9)); steps((7, 1), (1, 1))


def span(a: int, b: int) -> int:
    return a - b if a > b else b - a


def steps(start: tuple[int, int], end: tuple[int, int]) -> int:
    return span(start[0], end[0]) + span(start[1], end[1])


# --- new ---


def steps(start: tuple[int, int], end: tuple[int, int]) -> int:
    across = start[0] - end[0]
    up = start[1] - end[1]
    return max(across, -across) + max(up, -up)
