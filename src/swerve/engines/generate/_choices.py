"""Who decides, where a value can be made in several ways?

Either Hypothesis decides each time, and can shrink what it decided; or it draws one number, and
all choices follow from that: many times faster, since every draw costs more than a value does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, TypeVar

from hypothesis import strategies as st

_T = TypeVar("_T")


class Choices(Protocol):
    """Makes choices; the first of several is the simplest."""

    def below(self, count: int) -> int:
        """A number from 0 on, smaller than `count`."""


class Seeded:
    """Choices that follow from one number."""

    __slots__ = ("_random",)

    def __init__(self, number: int | str) -> None:
        self._random = Random(number).random  # noqa: S311 - the same number, the same values

    def below(self, count: int) -> int:
        """A number from 0 on, smaller than `count`."""
        return int(self._random() * count)


class Drawn:
    """Choices that Hypothesis makes one by one."""

    __slots__ = ("_draw",)

    def __init__(self, draw: Callable[[st.SearchStrategy[int]], int]) -> None:
        self._draw = draw

    def below(self, count: int) -> int:
        """A number from 0 on, smaller than `count`."""
        return self._draw(st.integers(0, count - 1)) if count > 1 else 0


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
