"""What can be said about two behaviours?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from swerve.model import DifferenceKind


@dataclass(frozen=True, slots=True)
class Same:
    """Everything that is compared was seen, and is alike."""


@dataclass(frozen=True, slots=True)
class Different:
    """The two behaviours differ, at least here."""

    kind: DifferenceKind
    #: Where, as Python would get there: `result.items[2].price`; a set's member is `{...}`.
    path: str
    #: What each side has there, as Python or in words, for a person.
    old: str
    new: str
    #: Paths of further differences, in order; not all of them when there are many.
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """No difference was seen, and something that could hide one was not."""

    #: In words that stand in a sentence: "`result.body` was cut after 65536 characters".
    why: str


#: Three answers, never two: "could not tell" is not "fine".
Agreement: TypeAlias = Same | Different | Unknown
