"""How is an inferred contract written down?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from swerve.meaning.contract._budget import Budget, CannotTell, NoValue
from swerve.meaning.contract._evaluating import Moment
from swerve.meaning.contract._guesses import alike, literal
from swerve.meaning.contract._model import Contract, Signature
from swerve.meaning.contract._states import ObservedCall, States
from swerve.meaning.contract._things import Hidden, Thing, plain
from swerve.model import DifferenceKind, Side
from swerve.model.behaviour import Raised, Returned
from swerve.observe.comparison import Different, compare

#: Witnesses that are written above a case.
_MOST_SHOWN = 5
_LONGEST_COMMENT = 160
#: Where contracts stand that nobody wrote.
FILE = "<inferred>"
LANGUAGE = (
    *("New", "Old", "case", "ensures", "prev", "renamed_from", "requires", "signals"),
    *("when_ensured", "when_signaled"),
)
#: A value that no condition can be made from.
OPAQUE = object()


@dataclass(frozen=True, slots=True)
class Difference:
    """A call that the two versions answer differently."""

    call: ObservedCall
    #: The call, for a person: `total(None)`.
    text: str
    #: What differs, for a person, where it says more than a comparison: `None -> <request>`.
    told: str = ""

    @property
    def kind(self) -> str:
        """What differs: `value`, `representation`, `error`, `message`, `argument` or `output`."""
        old, new = self.call.old.behaviour, self.call.new.behaviour
        found = compare(old, new)
        if not isinstance(found, Different):
            return "value"
        if found.kind is DifferenceKind.EXCEPTION:
            return "message" if types_of(self.call)[0] == types_of(self.call)[1] else "error"
        if found.kind is DifferenceKind.RETURN:
            results = results_of(self.call)
            is_alike = results is not None and alike(*results)
            return "representation" if is_alike else "value"
        return "argument" if found.kind is DifferenceKind.ARGUMENT else "output"


def plain_value(value: Any) -> Any:
    if isinstance(value, Hidden):
        return OPAQUE
    value = plain(value)
    return OPAQUE if isinstance(value, Thing) else value


def types_of(call: ObservedCall) -> tuple[str, str]:
    """The types of the exceptions of both sides; empty where a side returned."""
    states = States(Contract(FILE, "", ""), call.old, call.new)
    found = []
    for side in Side:
        is_raised = isinstance(call.run(side).behaviour.outcome, Raised)
        error = states.exception(side) if is_raised else None
        found.append(error.type if error is not None else "")
    return found[0], found[1]


def results_of(call: ObservedCall) -> tuple[Any, Any] | None:
    if not all(isinstance(call.run(side).behaviour.outcome, Returned) for side in Side):
        return None
    states = States(Contract(FILE, "", ""), call.old, call.new)
    budget = Budget()
    try:
        old, new = (
            plain_value(states.value("result", Moment(side, is_before=False), budget))
            for side in Side
        )
        budget.weigh(old)
    except (CannotTell, NoValue, RecursionError):
        return None
    return None if OPAQUE in (old, new) else (old, new)


def written_head(old: Signature, new: Signature, before: Mapping[str, str]) -> str:
    """The parameters of both versions, in an order that fits both.

    `before` says what parameters of the new version were called.
    """
    gone = [name for name in old.names if name not in new.names and name not in before.values()]
    merged = list(new.positional)
    for position, name in enumerate(old.positional):
        if name in gone:
            earlier = [each for each in old.positional[:position] if each in merged]
            merged.insert(merged.index(earlier[-1]) + 1 if earlier else 0, name)
    defaults = {**dict(old.defaults), **dict(new.defaults)}
    values = {name: _default(text) for name, text in defaults.items()}
    values |= {name: f'renamed_from("{was}")' for name, was in before.items()}

    def written(name: str, *, is_optional: bool) -> str:
        presence = "New[Any]" if name not in old.names and name not in before else "Any"
        presence = "Old[Any]" if name in gone else presence
        value = f" = {values.get(name, '...')}" if is_optional or name in values else ""
        return f"{name}: {presence}{value}"

    parts = []
    is_optional = False
    for position, name in enumerate(merged):
        is_optional = is_optional or name in values
        is_receiver = new.has_receiver and not position
        parts.append(name if is_receiver else written(name, is_optional=is_optional))
    if new.variadic:
        parts.append(f"*{new.variadic}: Any")
    olds = (name for name in old.keyword_only if name in gone)
    keyword_only = dict.fromkeys((*new.keyword_only, *olds))
    if keyword_only and not new.variadic:
        parts.append("*")
    parts += [written(name, is_optional=False) for name in keyword_only]
    if new.keywords:
        parts.append(f"**{new.keywords}: Any")
    return ", ".join(parts)


def _default(text: str | None) -> str:
    if text is None:
        return "..."
    return text if literal(text) else "..."


def witness_lines(members: Sequence[Difference]) -> Iterator[str]:
    lines = dict.fromkeys(map(_witness_line, members))
    yield from islice(lines, _MOST_SHOWN)
    if len(lines) > _MOST_SHOWN:
        yield f"and {len(lines) - _MOST_SHOWN} more"


def _witness_line(member: Difference) -> str:
    found = compare(member.call.old.behaviour, member.call.new.behaviour)
    told = member.told
    if not told and isinstance(found, Different):
        told = f"{found.path}: {found.old} -> {found.new}"
    return printable(f"{member.text} # {told}" if told else member.text)


def printable(text: str) -> str:
    """A text on one line: target code chose what stands in it."""
    words = " ".join(text.split())
    shown = "".join(each if each.isprintable() else "?" for each in words)
    return shown if len(shown) <= _LONGEST_COMMENT else f"{shown[: _LONGEST_COMMENT - 3]}..."
