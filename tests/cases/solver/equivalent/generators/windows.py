# A window is kept in a list that moves, or is sliced out.
# calls: windows([], 2); windows([1], 2); windows([1, 2], 2); windows([1, 2, 3, 4], 2); windows([1, 2, 3], 3)
# calls: windows([1, 2, 3], 1); windows([1], 0)

from collections.abc import Iterator


def windows(values: list[int], size: int) -> Iterator[list[int]]:
    if size < 1:
        raise ValueError("size")
    window: list[int] = []
    for value in values:
        window = [*window, value]
        if len(window) > size:
            window = window[1:]
        if len(window) == size:
            yield list(window)


# --- new ---

from collections.abc import Iterator


def windows(values: list[int], size: int) -> Iterator[list[int]]:
    if size < 1:
        raise ValueError("size")
    for end in range(size, len(values) + 1):
        yield values[end - size : end]
