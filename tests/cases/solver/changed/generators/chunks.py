# A last chunk that is not full is left out if there were two before.
# shows: chunks([1, 2, 3, 4, 5, 6, 7], 3)

from collections.abc import Iterator


def chunks(items: list[int], size: int) -> Iterator[list[int]]:
    if size < 2:
        raise ValueError("size")
    for start in range(0, len(items), size):
        chunk = items[start : start + size]
        yield chunk


# --- new ---

from collections.abc import Iterator


def chunks(items: list[int], size: int) -> Iterator[list[int]]:
    if size < 2:
        raise ValueError("size")
    for start in range(0, len(items), size):
        chunk = items[start : start + size]
        if start >= 2 * size and len(chunk) < size:
            return
        yield chunk
