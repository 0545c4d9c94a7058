"""What can be said of a call, with a contract in hand?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from swerve.meaning.contract._model import Case, Clause, ContractFault, Span
from swerve.observe.comparison import Different

#: What the parts of a clause were: (expression, value).
Values: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing that a contract does not allow."""

    #: In words that stand in a sentence.
    why: str
    file: str
    span: Span
    #: The clause that does not hold; `None` for a difference outside of every update condition.
    clause: Clause | None = None
    case: Case | None = None
    values: Values = ()

    @property
    def line(self) -> int:
        """Where it stands in the contract file."""
        return self.span.line


@dataclass(frozen=True, slots=True)
class Intended:
    """The call is covered, and did what the contract says."""

    #: Those whose update condition holds; empty where only `preserves_when` leaves it free.
    cases: tuple[Case, ...]
    why: str
    #: The difference, if the two versions did differ.
    difference: Different | None = None


@dataclass(frozen=True, slots=True)
class Unintended:
    """The call did what the contract does not allow."""

    violations: tuple[Violation, ...]
    difference: Different | None = None

    @property
    def why(self) -> str:
        """The first violation, in words."""
        first = self.violations[0]
        return f"{first.file}:{first.line}: {first.why}"


@dataclass(frozen=True, slots=True)
class NotRelevant:
    """The contract has nothing to say about this call, and nothing differs."""

    why: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """Something that decides was not seen."""

    why: str


@dataclass(frozen=True, slots=True)
class Faulty:
    """A clause raised, or cases contradict each other here: the contract has to be corrected."""

    fault: ContractFault

    @property
    def why(self) -> str:
        """The fault, ready to print."""
        return self.fault.rendered


Judgement: TypeAlias = Intended | Unintended | NotRelevant | Unclear | Faulty
