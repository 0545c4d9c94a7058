"""How does a process get a memory unlike that of its twin?

What depends on where objects lie (`id`, the order of a set of objects) is the same in every process
that is forked from one parent. Junk of a random amount before the imports makes it differ, so that
it is seen to be noise.
"""

from __future__ import annotations

_kept: list[object] = []


def keep_junk(amount: int) -> None:
    """Keep objects of every size that small objects come in; their number follows from `amount`."""
    state = amount
    for size in range(0, 480, 16) if amount else ():
        state = (state * 1103515245 + 12345) % 2147483648
        _kept.append([bytes(size + 1) for _ in range(state >> 16 & 63)])
        _kept.append([object() for _ in range(state >> 22 & 31)])
        _kept.append([{} for _ in range(state >> 20 & 7)])
        _kept.append([{number} for number in range(state >> 18 & 7)])
