"""How is a contract written? As the file that would be read as this contract."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from swerve.meaning.contract._model import (
    Case,
    Clause,
    ClauseKind,
    Contract,
    Contracts,
    Parameter,
    Presence,
)

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
        *("New", "Old", "case", "exc", "implies", "loop", "old", "prev", "renamed_from", "result"),
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
