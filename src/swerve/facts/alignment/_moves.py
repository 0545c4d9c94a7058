"""Which way through two sequences costs least?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


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
