"""What does merging two pieces of code give, and what does it cost?"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")

#: What a change costs beyond its code, so that few of them say the same as many.
SITE_COST = 3
#: One that splices elements is harder to read.
SPLICE_COST = 9
#: One that decides about statements parts the two versions.
STATEMENT_COST = 5


@dataclass(frozen=True, slots=True)
class Merged(Generic[T_co]):
    """Old and new in one, and how much code of them is not shared."""

    node: T_co
    cost: int


def cheaper(ways: Iterable[Merged[T] | None]) -> Merged[T] | None:
    """The way that shares most; the first of equal ones."""
    found = [way for way in ways if way is not None]
    return min(found, key=lambda way: way.cost) if found else None


class Merging(Protocol):
    """Merges expressions, and fields that hold some."""

    @property
    def forms(self) -> Forms:
        """What is equal to what."""

    def merge(
        self, old: ast.expr, new: ast.expr, is_condition: bool = False
    ) -> Merged[ast.expr] | None:
        """The two in one, at the least cost; `None` for what no change can stand for."""

    def field(self, old: object, new: object, is_condition: bool = False) -> Merged[Any] | None:
        """What two fields hold, merged; `None` where they differ in what is no expression."""


# --- forms ----------------------------------------------------------------------------------------

# Is one piece of syntax the same as another, and how much code is it?


#: Fields that say nothing about the meaning.
_ASIDE = frozenset({"ctx", "kind", "type_comment"})
_FREE = (ast.operator, ast.boolop, ast.unaryop, ast.cmpop, ast.expr_context)
#: So many characters of a text weigh as much as a node.
_TEXT_WEIGHT = 20


class Forms:
    """Numbers for pieces of syntax: equal numbers, equal code. Each piece is walked once."""

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}
        #: Nodes are kept, so that no other gets the id of one that is gone.
        self._seen: dict[int, tuple[ast.AST, int, int]] = {}

    def of(self, node: ast.AST) -> int:
        """The number of the node."""
        return self._look(node)[1]

    def size(self, *nodes: ast.AST) -> int:
        """How much code there is, in nodes."""
        return sum(self._look(node)[2] for node in nodes)

    def are_equal(self, old: ast.AST, new: ast.AST) -> bool:
        """Both are the same code, positions aside."""
        return self.of(old) == self.of(new)

    def equal_ends(self, old: Sequence[ast.AST], new: Sequence[ast.AST]) -> tuple[int, int]:
        """How many of the first are equal, and of the last."""
        shorter = min(len(old), len(new))
        start = end = 0
        while start < shorter and self.are_equal(old[start], new[start]):
            start += 1
        while end < shorter - start and self.are_equal(old[-1 - end], new[-1 - end]):
            end += 1
        return start, end

    def _look(self, node: ast.AST) -> tuple[ast.AST, int, int]:
        found = self._seen.get(id(node))
        if found is None:
            size = 0 if isinstance(node, _FREE) else 1
            parts: list[object] = [type(node).__name__]
            for name in node._fields:
                if name not in _ASIDE:
                    part, weight = self._part(getattr(node, name, None))
                    parts.append(part)
                    size += weight
            number = self._numbers.setdefault(tuple(parts), len(self._numbers))
            found = self._seen[id(node)] = (node, number, size)
        return found

    def _part(self, value: object) -> tuple[object, int]:
        if isinstance(value, ast.AST):
            _, number, size = self._look(value)
            return number, size
        if isinstance(value, list):
            parts = [self._part(item) for item in value]
            return tuple(part for part, _ in parts), sum(size for _, size in parts)
        weight = len(value) // _TEXT_WEIGHT if isinstance(value, (str, bytes)) else 0
        return (type(value).__name__, repr(value)), weight


# --- moves ----------------------------------------------------------------------------------------

# Which way through two sequences costs least?


@dataclass(frozen=True, slots=True)
class Move(Generic[T]):
    """A step from one pair of positions to another that is further along."""

    old_steps: int
    new_steps: int
    cost: int
    what: T


def cheapest(
    old_length: int, new_length: int, moves: Callable[[int, int], Iterable[Move[T]]]
) -> list[Move[T]]:
    """The moves from the start of both to the end of both; the first of equal ones wins.

    `moves` must offer a step to every position before the end.
    """
    best: dict[tuple[int, int], tuple[int, Move[T] | None]] = {(old_length, new_length): (0, None)}
    for old_at in range(old_length, -1, -1):
        for new_at in range(new_length, -1, -1):
            for move in moves(old_at, new_at):
                behind = best[old_at + move.old_steps, new_at + move.new_steps][0]
                known = best.get((old_at, new_at))
                if known is None or behind + move.cost < known[0]:
                    best[old_at, new_at] = (behind + move.cost, move)
    path: list[Move[T]] = []
    at = (0, 0)
    while (move_here := best[at][1]) is not None:
        path.append(move_here)
        at = (at[0] + move_here.old_steps, at[1] + move_here.new_steps)
    return path


# --- lists ----------------------------------------------------------------------------------------

# How do two lists become one, with what only one of them has spliced in?


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
