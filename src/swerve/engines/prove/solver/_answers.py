"""What is asked of the static checker, and what can it answer?

Two versions are equivalent when they return equal values or raise exceptions of one type with
equal arguments and causes, do the same to everything they can reach, and in the same order.
Tracebacks, `__context__`, annotations, docstrings and the identity of numbers, strings and tuples
do not count. With a contract, the question is whether every call keeps it: P1 and P2 of definition
3 of the paper, on calls that end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from swerve.meaning.contract import Case, Clause, Contract
from swerve.model import Side

#: What a proof takes for granted wherever an int becomes text: Python raises ValueError for longer
#: ones, and code may catch that.
FEW_DIGITS = "no int has more than 4300 digits"


@dataclass(frozen=True, slots=True)
class Question:
    """Are these two functions equivalent, or do they keep a contract?"""

    old_text: str
    new_text: str
    #: `function` or `Class.method`, in each version.
    old_name: str
    new_name: str
    seconds: float = 10.0
    contract: Contract | None = None
    #: Of other functions of the module that changed, by qualified name in the new version. They are
    #: relied on in place of the bodies. Only used beside a contract.
    callees: Mapping[str, Contract] = field(default_factory=dict)
    #: Of loops of the function, used where the loops cannot be matched otherwise.
    loops: tuple[Contract, ...] = ()
    #: Whether a call is of use on which they differ.
    refutes: bool = True


@dataclass(frozen=True, slots=True)
class Proved:
    """No call tells the versions apart, or violates the contract, if the assumptions hold."""

    assumptions: tuple[str, ...]
    #: Iterations of each loop up to which that was shown; `None`: any number.
    bound: int | None
    #: Cases of the contract, by name or line, whose update condition no call satisfies.
    vacuous: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A line of one version on the way to a difference, and what its names stood for then."""

    side: Side
    line: int
    names: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Breach:
    """What of a contract a call violates."""

    why: str
    file: str
    line: int
    #: `None` for a difference where the contract asks for none.
    clause: Clause | None = None
    case: Case | None = None
    #: (expression, value) of what the clause is made of.
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Fields:
    """The object that a method is called on, by attributes that it has before the call."""

    class_name: str
    #: Plain values; what is not named did not matter.
    attributes: tuple[tuple[str, object], ...]


@dataclass(frozen=True, slots=True)
class Refuted:
    """A call on which the versions differ, or violate the contract. To be run before it is told."""

    #: Plain values by the name of the parameter, in the new version where both have it; `Fields`
    #: for the object that a method is called on.
    arguments: tuple[tuple[str, object], ...]
    trace: tuple[Step, ...]
    #: Where there is a contract.
    breach: Breach | None = None


@dataclass(frozen=True, slots=True)
class Unsupported:
    """Something that the checker has no meaning for."""

    construct: str
    line: int
    side: Side
    #: The contract file, where a clause is the cause; else empty.
    file: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Neither proved nor refuted."""

    why: str
    #: Arguments of a call that is worth running: the versions may differ there.
    candidate: tuple[tuple[str, object], ...] | None = None


Answer: TypeAlias = Proved | Refuted | Unsupported | Unknown
