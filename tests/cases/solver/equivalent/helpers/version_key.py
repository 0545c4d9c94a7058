# The comparison is done part by part in a helper, or on the tuples at once.
# calls: is_newer((1, 2, 3), (1, 2, 3)); is_newer((1, 3, 0), (1, 2, 9)); is_newer((2, 0, 0), (1, 9, 9))
# calls: is_newer((1, 2, 2), (1, 2, 3)); is_newer((0, 0, 1), (0, 0, 0)); is_newer((1, 0, 9), (1, 1, 0))


def is_newer(version: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return version > other


# --- new ---


def sign_of(first: int, second: int) -> int:
    return (first > second) - (first < second)


def is_newer(version: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    for mine, theirs in zip(version, other):
        sign = sign_of(mine, theirs)
        if sign != 0:
            return sign > 0
    return False
