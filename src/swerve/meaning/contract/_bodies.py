"""What stands in a class or a function of a contract file?"""

from __future__ import annotations

from dataclasses import dataclass, field

from swerve.meaning.contract._model import Case, Clause


@dataclass(slots=True)
class Class:
    """A class of the file, while it is read."""

    name: str
    old_name: str


@dataclass(slots=True)
class Body:
    """The body of a contract, while it is read."""

    clauses: list[Clause] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    preserves: list[Clause] = field(default_factory=list)
    old_name: str = ""
