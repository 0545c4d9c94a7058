"""How does a process get a memory unlike that of its twin?

What depends on where objects lie (`id`, the order of a set of objects) is the same in every process
that is forked from one parent. Junk before the imports, with holes in it, makes it differ, so that
it is seen to be noise.
"""

from __future__ import annotations

from collections.abc import Iterator

_kept: list[object] = []
#: Sizes of what has no size class of its own: classes, functions with much to them, tables.
_LARGE = (*range(520, 1400, 24), 1600, 1800, 2000, 2400, 3000, 4000)


def keep_junk(amount: int) -> None:
    """Fill memory with objects of all sizes, and take some away again; `amount` says which."""
    if not amount:
        return
    draw = _numbers(amount)
    for size in (*range(0, 480, 16), *_LARGE):
        blocks: list[object] = [bytes(size + 1) for _ in range(next(draw) % 64)]
        blocks += [{} for _ in range(next(draw) % 8)]
        blocks += [{number} for number in range(next(draw) % 8)]
        blocks += [object() for _ in range(next(draw) % 32)]
        order = sorted(range(len(blocks)), key=lambda _: next(draw))
        for place in order[: len(order) // 2]:
            blocks[place] = None
        _kept.append(blocks)


def _numbers(seed: int) -> Iterator[int]:
    """Numbers without a pattern to speak of; `random` belongs to the target."""
    while True:
        seed = (seed * 1103515245 + 12345) % 2147483648
        yield seed >> 16
