"""Where do two long sequences differ, in time that grows with the difference?"""

from __future__ import annotations

import difflib
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

#: difflib compares everything with everything in the worst case; beyond this it is not asked.
_MOST_COMPARISONS = 400_000


class Span(NamedTuple):
    """A stretch of each side that the other does not have; ends are exclusive."""

    old_from: int
    old_to: int
    new_from: int
    new_to: int


def differing_spans(old: Sequence[Hashable], new: Sequence[Hashable]) -> Iterator[Span]:
    """The spans that differ, in order; what lies between them is equal.

    Sequences that differ too much to be aligned are compared item by item when they are of one
    length, else they differ as a whole: never less is reported than differs.
    """
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    old_rest, new_rest = old[start : len(old) - end], new[start : len(new) - end]
    if len(old_rest) * len(new_rest) <= _MOST_COMPARISONS:
        matcher = difflib.SequenceMatcher(None, old_rest, new_rest, autojunk=False)
        for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
            if tag != "equal":
                yield Span(old_from + start, old_to + start, new_from + start, new_to + start)
    elif len(old_rest) == len(new_rest):
        for position, (before, after) in enumerate(zip(old_rest, new_rest, strict=True), start):
            if before != after:
                yield Span(position, position + 1, position, position + 1)
    else:
        yield Span(start, len(old) - end, start, len(new) - end)
