"""How is a contract written? As the file that would be read as this contract."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from swerve.model import DifferenceKind, Side
from swerve.model.behaviour import Raised, Returned
from swerve.observe.comparison import Different, compare

from ._budget import CannotTell, ClauseBudget, NoValue
from ._guesses import alike, literal
from ._model import (
    Case,
    Clause,
    ClauseKind,
    Contract,
    Contracts,
    Moment,
    Parameter,
    Presence,
    Signature,
)
from ._states import ObservedCall, States
from ._things import Hidden, Thing, plain

_INDENT = "    "
_ORDER = tuple(ClauseKind)


def contracts_text(contracts: Contracts) -> str:
    """A whole contract file."""
    parts = [_imports(contracts.contracts)]
    first = contracts.contracts[0] if contracts.contracts else None
    if first is not None:
        vocabulary = first.vocabulary
        others = [_import_line(name, dotted) for name, dotted in vocabulary.imports]
        if others:
            parts.append("\n".join(others))
        if vocabulary.constants:
            parts.append(
                "\n".join(f"{name} = {ast.unparse(tree)}" for name, tree in vocabulary.constants)
            )
        parts.extend(ast.unparse(helper) for _, helper in vocabulary.helpers)
    parts.extend(_definitions(contracts.contracts))
    if any("Any" in part for part in parts):
        parts[0] = f"from typing import Any\n\n{parts[0]}"
    return "\n\n\n".join(parts) + "\n"


def contract_text(contract: Contract, comments: Sequence[str] = ()) -> str:
    """One contract, with lines of comments above its clauses, as it stands in a file."""
    return "\n".join(_definitions([contract], {contract.function: tuple(comments)})) + "\n"


def clause_lines(cases: Iterable[Case], preserves: Iterable[Clause]) -> Iterator[str]:
    """The body of a contract."""
    for case in cases:
        clauses = sorted(case.clauses, key=lambda clause: _ORDER.index(clause.kind))
        if not case.name:
            yield from (clause.text for clause in clauses)
            continue
        yield f"with case({_quoted(case.name)}):"
        yield from (_INDENT + clause.text for clause in clauses)
        if not clauses:
            yield _INDENT + "pass"
    yield from (clause.text for clause in preserves)


def _imports(contracts: Iterable[Contract]) -> str:
    names = set()
    for contract in contracts:
        text = contract_text(contract)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Name):
                names.add(node.id)
    known = {kind.value for kind in ClauseKind} | {
        *("New", "Old", "case", "effects", "exc", "implies", "loop", "old", "prev", "renamed_from"),
        "result",
    }
    used = sorted(names & known, key=lambda name: (name.lower(), name))
    line = f"from swerve.meaning.contract import {', '.join(used)}"
    if len(line) <= 100:
        return line
    return (
        "from swerve.meaning.contract import (\n" + "".join(f"    {name},\n" for name in used) + ")"
    )


def _import_line(name: str, dotted: str) -> str:
    module, _, last = dotted.rpartition(".")
    if not module:
        return f"import {dotted}" if name == dotted else f"import {dotted} as {name}"
    return f"from {module} import {last}" + ("" if last == name else f" as {name}")


def _definitions(
    contracts: Sequence[Contract], comments: dict[str, tuple[str, ...]] | None = None
) -> Iterator[str]:
    """Functions and classes, with what belongs to a class inside of it."""
    classes: dict[str, list[Contract]] = {}
    for contract in contracts:
        owner, _, _ = contract.function.rpartition(".")
        if owner:
            classes.setdefault(owner, []).append(contract)
        else:
            yield "\n".join(_function_lines(contract, comments or {}))
    for owner, members in classes.items():
        yield "\n".join(_class_lines(owner, members, comments or {}))


def _class_lines(
    owner: str, members: list[Contract], comments: dict[str, tuple[str, ...]]
) -> Iterator[str]:
    outer = owner.split(".")
    for depth, name in enumerate(outer):
        yield _INDENT * depth + f"class {name}:"
    indent = _INDENT * len(outer)
    old_owner = {new: old for old, new in members[0].renamed_classes}.get(owner)
    if old_owner is not None:
        yield f'{indent}renamed_from("{old_owner.rpartition(".")[2]}")'
    for field in members[0].fields:
        if field.owner == owner:
            renaming = (
                f' = renamed_from("{field.old_name}")' if field.old_name != field.name else ""
            )
            yield f"{indent}{field.name}: {_annotation(field.presence)}{renaming}"
    for number, member in enumerate(members):
        if number or any(field.owner == owner for field in member.fields) or old_owner:
            yield ""
        yield from (indent + line if line else "" for line in _function_lines(member, comments))


def _function_lines(contract: Contract, comments: dict[str, tuple[str, ...]]) -> Iterator[str]:
    if contract.loop is not None:
        loop = contract.loop
        names = loop.assigns
        assigns = f'"{names[0]}"' if len(names) == 1 else repr(names)
        yield f'@loop("{loop.function}", {loop.number}, assigns={assigns})'
    owner, _, name = contract.function.rpartition(".")
    if owner and not contract.signature.has_receiver:
        yield "@staticmethod"
    yield f"def {name}({_parameters(contract)}) -> None:"
    lines = [f"# {line}" for line in comments.get(contract.function, ())]
    old_owner = {new: old for old, new in contract.renamed_classes}.get(owner, owner)
    plain_old = f"{old_owner}.{name}" if old_owner else name
    if contract.old_function != plain_old:
        shown = contract.old_function
        if old_owner and shown.startswith(f"{old_owner}."):
            shown = shown.removeprefix(f"{old_owner}.")
        lines.append(f'renamed_from("{shown}")')
    clauses = [*clause_lines(contract.cases, contract.preserves)]
    yield from (_INDENT + line for line in (*lines, *(clauses or ["..."])))


def _parameters(contract: Contract) -> str:
    signature = contract.signature
    known = {parameter.name: parameter for parameter in contract.parameters}
    parts = [_parameter(known[name], contract) for name in signature.positional if name in known]
    if signature.variadic:
        parts.append(f"*{signature.variadic}: object")
    elif signature.keyword_only:
        parts.append("*")
    parts += [_parameter(known[name], contract) for name in signature.keyword_only]
    if signature.keywords:
        parts.append(f"**{signature.keywords}: object")
    return ", ".join(parts)


def _parameter(parameter: Parameter, contract: Contract) -> str:
    signature = contract.signature
    if signature.has_receiver and signature.positional[:1] == (parameter.name,):
        return parameter.name
    text = f"{parameter.name}: {_annotation(parameter.presence)}"
    if parameter.old_name != parameter.name:
        return f'{text} = renamed_from("{parameter.old_name}")'
    return text if parameter.default is None else f"{text} = {parameter.default.text}"


def _annotation(presence: Presence) -> str:
    """The type is not kept: it is for type checkers, which know it from the code."""
    return {Presence.NEW: "New[Any]", Presence.OLD: "Old[Any]"}.get(presence, "Any")


def _quoted(text: str) -> str:
    shown = repr(text)
    return f'"{shown[1:-1]}"' if shown[0] == "'" and '"' not in shown else shown


# --- inferred text --------------------------------------------------------------------------------

# How is an inferred contract written down?


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
    budget = ClauseBudget()
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
