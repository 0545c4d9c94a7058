# The types of a union are asked for in another order; neither is part of the other.
# calls: size_of(3); size_of(-3); size_of("abc"); size_of(""); size_of([1, 2]); size_of([])


def size_of(value: int | str | list[int]) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, int):
        return 1
    return 1 + len(value)


# --- new ---


def size_of(value: int | str | list[int]) -> int:
    if isinstance(value, list):
        return len(value) + 1
    return len(value) if isinstance(value, str) else 1
