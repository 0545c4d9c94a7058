"""How are choices made, and what do the values of one call have in common?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

_T = TypeVar("_T")


class Choices:
    """Makes choices that all follow from one text; the first of several is the simplest."""

    __slots__ = ("_random",)

    def __init__(self, origin: str) -> None:
        self._random = Random(origin).random  # noqa: S311 - the same origin, the same choices

    def below(self, count: int) -> int:
        """A number from 0 on, smaller than `count`."""
        return int(self._random() * count)


def one_of(choices: Choices, values: Sequence[_T]) -> _T:
    """One of several values."""
    return values[choices.below(len(values))]


def happens(choices: Choices, percent: int) -> bool:
    """Whether something happens that happens so often; not happening is the simpler."""
    return choices.below(100) >= 100 - percent


def picked(choices: Choices, weights: Sequence[int]) -> int:
    """The place of one of several weights, which say how often it is picked."""
    number = choices.below(sum(weights))
    for place, weight in enumerate(weights):
        number -= weight
        if number < 0:
            return place
    return len(weights) - 1


@dataclass(frozen=True, slots=True)
class Mood:
    """What the values of one call have in common."""

    theme: str
    #: How many items there are in most of what has items.
    length: int
    #: How many columns there are in most of what has columns.
    width: int = 2
    #: What the columns and dimensions of its tables may be called; none where it has no tables.
    labels: tuple[str, ...] = ()
