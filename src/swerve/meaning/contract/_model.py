"""What is a change contract, once it is read?"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from swerve.model import LineNo, Side
from swerve.observe.comparison import Different


class ClauseKind(Enum):
    """The clauses of the language, by the names that contract files write."""

    WHEN_REQUIRED = "when_required"
    WHEN_ENSURED = "when_ensured"
    WHEN_SIGNALED = "when_signaled"
    REQUIRES = "requires"
    ENSURES = "ensures"
    SIGNALS = "signals"
    PRESERVES_WHEN = "preserves_when"

    @property
    def is_of_old(self) -> bool:
        """Whether it speaks of the old version: it is a part of the update condition."""
        return self.value.startswith("when_")

    @property
    def is_before(self) -> bool:
        """Whether it speaks of the state before the call."""
        return self in (
            ClauseKind.WHEN_REQUIRED,
            ClauseKind.REQUIRES,
            ClauseKind.PRESERVES_WHEN,
        )

    @property
    def has_exception(self) -> bool:
        """Whether it speaks of a call that raised."""
        return self in (ClauseKind.WHEN_SIGNALED, ClauseKind.SIGNALS)


@dataclass(frozen=True, slots=True)
class Moment:
    """One of the four states of a call: a version, before or after."""

    side: Side
    is_before: bool


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a contract file."""

    line: LineNo
    #: In characters, counted from 1; the end is exclusive, and on the same line.
    column: int
    end_column: int


@dataclass(frozen=True, slots=True)
class ContractFault:
    """Something in a contract file that cannot stand as it is."""

    file: str
    line: LineNo
    #: In characters, counted from 1; the end is exclusive.
    column: int
    end_column: int
    message: str
    #: The line itself; empty where there is none.
    source: str = ""
    #: (expression, value) of what the clause was made of, where it was evaluated.
    values: tuple[tuple[str, str], ...] = ()

    @property
    def rendered(self) -> str:
        """Place, message, and the line with carets under the place, ready to print."""
        head = f"{self.file}:{self.line}:{self.column}: {self.message}"
        lines = [head]
        shown = self.source.expandtabs(4).rstrip()
        if shown.strip() and len(shown) <= 200:  # carets far to the right help nobody
            before = len(self.source[: self.column - 1].expandtabs(4))
            width = max(1, min(self.end_column - self.column, len(shown) - before))
            indent = len(shown) - len(shown.lstrip())
            lines.append("    " + shown.lstrip())
            lines.append("    " + " " * max(0, before - indent) + "^" * width)
        lines.extend(f"    {text} = {value}" for text, value in self.values)
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class BadContracts:
    """A file that is no contract file, with everything that is wrong with it, in order."""

    faults: tuple[ContractFault, ...]

    @property
    def rendered(self) -> str:
        """All faults, ready to print."""
        return "\n".join(fault.rendered for fault in self.faults)


@dataclass(frozen=True, slots=True)
class Condition:
    """An expression of a clause."""

    text: str
    span: Span
    tree: ast.expr = field(compare=False, repr=False)

    @property
    def is_true(self) -> bool:
        """Whether it is written as `True`."""
        return isinstance(self.tree, ast.Constant) and self.tree.value is True


@dataclass(frozen=True, slots=True)
class ClassName:
    """A class that a clause speaks of."""

    #: With its module, as the contract file imports it; the bare name of a builtin.
    name: str
    #: As it is written.
    text: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a case."""

    kind: ClauseKind
    condition: Condition
    #: The call of the clause as a whole.
    span: Span
    #: Of `signals` and `when_signaled`.
    exceptions: tuple[ClassName, ...] = ()

    @property
    def text(self) -> str:
        """The clause as Python."""
        if not self.kind.has_exception:
            return f"{self.kind.value}({self.condition.text})"
        names = [exception.text for exception in self.exceptions]
        shown = names[0] if len(names) == 1 else f"({', '.join(names)})"
        rest = "" if self.condition.is_true else f", {self.condition.text}"
        return f"{self.kind.value}({shown}{rest})"


@dataclass(frozen=True, slots=True)
class Case:
    """One kind of change."""

    #: Empty for the clauses that stand outside of `with case(...)`.
    name: str
    clauses: tuple[Clause, ...]
    span: Span

    def of(self, kind: ClauseKind) -> tuple[Clause, ...]:
        """The clauses of one kind, in order."""
        return tuple(clause for clause in self.clauses if clause.kind is kind)


class Presence(Enum):
    """Which versions have a parameter or field."""

    BOTH = "both"
    NEW = "new"
    OLD = "old"

    def is_in(self, side: Side) -> bool:
        """Whether one version has it."""
        return self is Presence.BOTH or self.value == side.value


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter, as a contract declares it."""

    name: str
    presence: Presence
    #: What the old version calls it.
    old_name: str
    span: Span
    default: Condition | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a class, as a contract file declares it."""

    #: The class by its qualified name in the new version.
    owner: str
    name: str
    presence: Presence
    #: What the old version calls it.
    old_name: str


@dataclass(frozen=True, slots=True)
class Signature:
    """How one version of a function is called. Values for `check_against` and `judge`."""

    #: Qualified: `Order.total`.
    function: str
    #: In order, the receiver included where there is one.
    positional: tuple[str, ...] = ()
    keyword_only: tuple[str, ...] = ()
    #: The name behind `*` and the one behind `**`; empty where there is none.
    variadic: str = ""
    keywords: str = ""
    #: The first positional one is what a method is called on.
    has_receiver: bool = False
    #: (parameter, expression), of those that have one.
    defaults: tuple[tuple[str, str], ...] = ()
    #: How many loops stand in its body.
    loops: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """All parameters."""
        ends = tuple(name for name in (self.variadic, self.keywords) if name)
        return self.positional + self.keyword_only + ends


@dataclass(frozen=True, slots=True)
class Loop:
    """Which loop a contract is for (figure 12): `assigns = contract(parameters)`."""

    function: str
    #: Counted from 1, in the order of the text.
    number: int
    #: One variable: it is the `result`. Several: their tuple is.
    assigns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the conditions of a file may use beside the parameters."""

    helpers: tuple[tuple[str, ast.FunctionDef], ...] = ()
    constants: tuple[tuple[str, ast.expr], ...] = ()
    #: (name in the file, dotted name).
    imports: tuple[tuple[str, str], ...] = ()
    #: Classes that the file has contracts for, by qualified name.
    classes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contract:
    """What is meant to change in one function."""

    file: str
    #: Qualified, in the new version: `Order.total`.
    function: str
    old_function: str
    cases: tuple[Case, ...] = ()
    preserves: tuple[Clause, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    #: As the `def` of the contract has it, parameters of both versions together.
    signature: Signature = Signature("")
    #: Of all classes in the file.
    fields: tuple[Field, ...] = ()
    #: (old, new) qualified names of classes.
    renamed_classes: tuple[tuple[str, str], ...] = ()
    loop: Loop | None = None
    vocabulary: Vocabulary = field(default=Vocabulary(), compare=False, repr=False)
    span: Span = Span(1, 1, 2)
    #: Lines of the file, to show in faults.
    source: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def conditions(self) -> str:
        """All conditions and the constants that they may name, one a line."""
        clauses = (*(each for case in self.cases for each in case.clauses), *self.preserves)
        constants = (ast.unparse(value) for _, value in self.vocabulary.constants)
        return "\n".join((*(clause.condition.text for clause in clauses), *constants))

    def signature_of(self, side: Side) -> Signature:
        """The signature of one version, as the contract declares it."""
        whole = self.signature
        names = {
            parameter.name: parameter.old_name if side is Side.OLD else parameter.name
            for parameter in self.parameters
            if parameter.presence.is_in(side)
        }

        def kept(given: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(names[name] for name in given if name in names)

        return Signature(
            self.old_function if side is Side.OLD else self.function,
            kept(whole.positional),
            kept(whole.keyword_only),
            names.get(whole.variadic, ""),
            names.get(whole.keywords, ""),
            whole.has_receiver,
            tuple((names[name], text) for name, text in whole.defaults if name in names),
        )

    def fault(
        self, span: Span, message: str, values: tuple[tuple[str, str], ...] = ()
    ) -> ContractFault:
        """A fault at a place of this contract."""
        source = self.source[span.line - 1] if span.line <= len(self.source) else ""
        return ContractFault(
            self.file, span.line, span.column, span.end_column, message, source, values
        )


@dataclass(frozen=True, slots=True)
class Contracts:
    """The contracts of one file."""

    file: str
    #: The file of the code, relative to the root as the contract file is.
    module: str
    contracts: tuple[Contract, ...]

    def of(self, function: str) -> Contract | None:
        """The contract of a function, by its qualified name in the new version."""
        found = (each for each in self.contracts if each.loop is None and each.function == function)
        return next(found, None)

    def loops_of(self, function: str) -> tuple[Contract, ...]:
        """The contracts of the loops of a function."""
        return tuple(
            each for each in self.contracts if each.loop and each.loop.function == function
        )


# --- judgements -----------------------------------------------------------------------------------

# What can be said of a call, with a contract in hand?


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
