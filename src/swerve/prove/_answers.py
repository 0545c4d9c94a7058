"""What is asked of the static checker, and what can it answer?

Two versions are equivalent when they return equal values or raise exceptions of one type with
equal arguments and causes, do the same to everything they can reach, and in the same order.
Tracebacks, `__context__`, annotations, docstrings and the identity of numbers, strings and tuples
do not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from swerve.model import Side


@dataclass(frozen=True, slots=True)
class Question:
    """Are these two functions equivalent?"""

    old_text: str
    new_text: str
    #: `function` or `Class.method`, in each version.
    old_name: str
    new_name: str
    seconds: float = 10.0


@dataclass(frozen=True, slots=True)
class Proved:
    """No call tells the versions apart, as long as the assumptions hold."""

    assumptions: tuple[str, ...]
    #: Iterations of each loop up to which that was shown; `None`: any number.
    bound: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """A line of one version on the way to a difference, and what its names stood for then."""

    side: Side
    line: int
    names: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Refuted:
    """A call on which the versions differ. Whoever reports it runs it first."""

    #: Plain values by the name of the parameter.
    arguments: tuple[tuple[str, object], ...]
    trace: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Unsupported:
    """Something that the checker has no meaning for."""

    construct: str
    line: int
    side: Side


@dataclass(frozen=True, slots=True)
class Unknown:
    """Neither proved nor refuted."""

    why: str
    #: Arguments of a call that is worth running: the versions may differ there.
    candidate: tuple[tuple[str, object], ...] | None = None


Answer: TypeAlias = Proved | Refuted | Unsupported | Unknown
