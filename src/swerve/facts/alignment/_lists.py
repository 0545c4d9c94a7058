"""How do two lists become one, with what only one of them has spliced in?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from swerve.facts.alignment._merging import SPLICE_COST, Merged
from swerve.facts.alignment._moves import Move, cheapest

T = TypeVar("T")
#: Lists with more pairs than that are not aligned.
_MOST_PAIRS = 40_000


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """What lists hold."""

    size: Callable[[T], int]
    match: Callable[[T, T], Merged[T] | None]
    #: What stands in the merged list for items that do not match, if anything can.
    splice: Callable[[Sequence[T], Sequence[T]], Merged[list[T]] | None]


def merged_list(kind: Kind[T], old: Sequence[T], new: Sequence[T]) -> Merged[list[T]] | None:
    """Both lists in one; `None` when that cannot be, or they are too long."""
    if len(old) * len(new) > _MOST_PAIRS:
        return None
    found: list[T] = []
    cost = 0
    for part in _parts(kind, old, new):
        if isinstance(part, Merged):
            found.append(part.node)
            cost += part.cost
            continue
        olds, news = part
        spliced = kind.splice(olds, news)
        if spliced is None:
            return None
        found.extend(spliced.node)
        cost += spliced.cost + SPLICE_COST
    return Merged(found, cost)


def _parts(
    kind: Kind[T], old: Sequence[T], new: Sequence[T]
) -> Iterator[Merged[T] | tuple[list[T], list[T]]]:
    """What matches, and between it what does not."""
    olds: list[T] = []
    news: list[T] = []
    old_at = new_at = 0
    for move in cheapest(len(old), len(new), lambda i, j: _moves(kind, old, new, i, j)):
        if move.what is None:
            olds.extend(old[old_at : old_at + move.old_steps])
            news.extend(new[new_at : new_at + move.new_steps])
        else:
            if olds or news:
                yield olds, news
                olds, news = [], []
            yield move.what
        old_at += move.old_steps
        new_at += move.new_steps
    if olds or news:
        yield olds, news


def _moves(
    kind: Kind[T], old: Sequence[T], new: Sequence[T], old_at: int, new_at: int
) -> Iterator[Move[Merged[T] | None]]:
    if old_at < len(old) and new_at < len(new):
        merged = kind.match(old[old_at], new[new_at])
        if merged is not None:
            yield Move(1, 1, merged.cost, merged)
    # Neighbours are spliced together: each counts for a part of what that costs.
    if old_at < len(old):
        yield Move(1, 0, kind.size(old[old_at]) + SPLICE_COST // 2, None)
    if new_at < len(new):
        yield Move(0, 1, kind.size(new[new_at]) + SPLICE_COST // 2, None)
