"""What does merging two pieces of code give, and what does it cost?"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from swerve.facts.alignment._forms import Forms

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
