"""How does a contract get into a file that holds contracts already?

Text is added and none is taken away: comments, order and layout are the user's. What comes of it is
read back before anybody sees it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

from swerve.meaning.contract import LANGUAGE_MODULES, BadContracts, read_contracts

_WIDTH = 100
_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_Scope: TypeAlias = ast.Module | ast.ClassDef


@dataclass(frozen=True, slots=True)
class CannotMerge:
    """Why a contract cannot be added to a file, as the end of a sentence."""

    why: str


@dataclass(frozen=True, slots=True)
class _Insertion:
    #: The lines go behind this line, counted from 1; 0 is the top.
    after: int
    lines: tuple[str, ...]
    #: Lines up to `after` that they take the place of: those of an import that is made longer.
    replaces: int = 0


def merged(existing: str, addition: str, file: str) -> str | CannotMerge:
    """The file with the contract of `addition` added, a contract file with one function.

    A function that has a contract gets the cases as further cases.
    """
    read = read_contracts(existing, file)
    if isinstance(read, BadContracts):
        return CannotMerge(f"it already has an error:\n{read.rendered}")
    is_dos = "\r\n" in existing
    text = existing.replace("\r\n", "\n")
    tree, added = ast.parse(text), ast.parse(addition)
    lines = text.split("\n")
    insertions = [_definition(tree, added, lines, addition.split("\n"))]
    insertions += _imports(tree, added, lines)
    trouble = next((each for each in insertions if isinstance(each, CannotMerge)), None)
    if trouble is not None:
        return trouble
    whole = _inserted(lines, [each for each in insertions if isinstance(each, _Insertion)])
    result = read_contracts(whole, file)
    if isinstance(result, BadContracts):
        return CannotMerge(f"the existing contracts and the new one conflict:\n{result.rendered}")
    return whole.replace("\n", "\r\n") if is_dos else whole


def _inserted(lines: Sequence[str], insertions: Sequence[_Insertion]) -> str:
    found = list(lines)
    if found and not found[-1]:
        found.pop()
    for each in sorted(insertions, key=lambda each: each.after, reverse=True):
        found[each.after - each.replaces : each.after] = each.lines
    return "\n".join(found) + "\n"


# --- functions and classes ------------------------------------------------------------------------


def _definition(
    tree: ast.Module, added: ast.Module, lines: Sequence[str], new_lines: Sequence[str]
) -> _Insertion | CannotMerge:
    path, function = _path_of(added)
    scope: _Scope = tree
    for depth, owner in enumerate(path):
        inner = next(
            (
                each
                for each in scope.body
                if isinstance(each, ast.ClassDef) and each.name == owner.name
            ),
            None,
        )
        if inner is None:
            return _at_the_end(scope, _text_of(path[depth], new_lines), lines)
        scope = inner
    same = [
        each
        for each in scope.body
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))
        and each.name == function.name
        and not any(isinstance(one, ast.Call) for one in each.decorator_list)  # not a loop's
    ]
    if not same:
        return _at_the_end(scope, _text_of(function, new_lines), lines)
    return _more_cases(same[0], function, lines, new_lines)


def _path_of(added: ast.Module) -> tuple[list[ast.ClassDef], _Function]:
    """The classes around the one function of a file, outermost first."""
    path: list[ast.ClassDef] = []
    body: Sequence[ast.stmt] = added.body
    while True:
        node = body[-1]
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return path, node
        if not isinstance(node, ast.ClassDef):
            raise ValueError("this is not a contract for a single function")
        path.append(node)
        body = node.body


def _text_of(node: ast.ClassDef | _Function, lines: Sequence[str]) -> list[str]:
    """A definition, as far left as it goes."""
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return [line[node.col_offset :] for line in lines[first - 1 : node.end_lineno]]


def _at_the_end(
    scope: _Scope, text: Sequence[str], lines: Sequence[str]
) -> _Insertion | CannotMerge:
    if isinstance(scope, ast.Module):
        last = max((n for n, line in enumerate(lines, 1) if line.strip()), default=0)
        return _Insertion(last, ("", "", *text))
    indent = _indent_of(scope, lines)
    if indent is None:
        return CannotMerge(f"`{scope.name}` on line {scope.lineno} has its body on the same line")
    body = [f"{indent}{line}" if line.strip() else "" for line in text]
    return _Insertion(_end_of(scope, indent, lines), ("", *body))


def _more_cases(
    there: _Function, function: _Function, lines: Sequence[str], new_lines: Sequence[str]
) -> _Insertion | CannotMerge:
    indent = _indent_of(there, lines)
    if indent is None:
        return CannotMerge(f"`{there.name}` on line {there.lineno} has its body on the same line")
    names = {_case_name(each) for each in there.body} - {None}
    cases = [each for each in function.body if isinstance(each, ast.With)]
    found: list[str] = []
    for case in cases:
        text = [line[case.col_offset :] for line in new_lines[case.lineno - 1 : case.end_lineno]]
        name = _case_name(case) or "case"
        free = _free_name(name, names)
        names.add(free)
        if free != name:
            text[0] = f'with case("{free}"):'
        found += [f"{indent}{line}" if line.strip() else "" for line in text]
    return _Insertion(_end_of(there, indent, lines), tuple(found))


def _case_name(node: ast.stmt) -> str | None:
    match node:
        case ast.With([ast.withitem(ast.Call(_, [ast.Constant(str(name))]))]):
            return name
    return None


def _free_name(name: str, taken: set[str | None]) -> str:
    free, number = name, 2
    while free in taken:
        free, number = f"{name} ({number})", number + 1
    return free


def _indent_of(node: ast.ClassDef | _Function, lines: Sequence[str]) -> str | None:
    """What the lines of a body start with; `None` where it is on the line of its head."""
    first = node.body[0]
    line = lines[first.lineno - 1]
    indent = line[: len(line) - len(line.lstrip())]
    return indent if len(indent.encode()) == first.col_offset else None


def _end_of(node: ast.ClassDef | _Function, indent: str, lines: Sequence[str]) -> int:
    """The last line of a body, comments below it included."""
    last = node.end_lineno or node.lineno
    for number, line in enumerate(lines[last:], last + 1):
        if line.strip() and not line.startswith(f"{indent}#"):
            break
        last = number if line.strip() else last
    return last


# --- imports --------------------------------------------------------------------------------------


def _imports(
    tree: ast.Module, added: ast.Module, lines: Sequence[str]
) -> Iterator[_Insertion | CannotMerge]:
    known = dict(_imported(tree))
    language = next(
        (module for module, _ in known.values() if module in LANGUAGE_MODULES), LANGUAGE_MODULES[0]
    )
    missing: dict[str, list[str]] = {}
    for name, (imported, original) in _imported(added):
        module = language if imported in LANGUAGE_MODULES else imported
        if name not in known:
            missing.setdefault(module, []).append(original)
        elif known[name] != (module, original):
            yield CannotMerge(f"`{name}` is already imported from `{known[name][0]}` there")
    there = [each for each in tree.body if isinstance(each, (ast.Import, ast.ImportFrom))]
    last = there[-1].end_lineno or 0 if there else _head_of(tree, lines)
    new: list[str] = []
    for module, names in missing.items():
        longer = _longer_import(there, module, names, lines)
        if longer is not None:
            yield longer
        else:
            new.append(_import_line(module, names))
    if new:
        yield _Insertion(last, tuple(new))


def _imported(tree: ast.Module) -> Iterator[tuple[str, tuple[str, str]]]:
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            for alias in node.names:
                yield alias.asname or alias.name, (module, alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.asname or alias.name.partition(".")[0], (alias.name, "")


def _longer_import(
    there: Sequence[ast.Import | ast.ImportFrom],
    module: str,
    names: Sequence[str],
    lines: Sequence[str],
) -> _Insertion | None:
    """An import of the same module on one line, with more names; nothing else may be on it."""
    for node in there:
        if not isinstance(node, ast.ImportFrom) or node.module != module or node.level:
            continue
        plain = [alias.name for alias in node.names if alias.asname is None and alias.name != "*"]
        if len(plain) < len(node.names) or lines[node.lineno - 1] != _import_line(module, plain):
            continue
        line = _import_line(module, sorted({*plain, *names}, key=lambda name: name.lower()))
        if len(line) <= _WIDTH:
            return _Insertion(node.lineno, (line,), replaces=1)
    return None


def _import_line(module: str, names: Sequence[str]) -> str:
    return f"from {module} import {', '.join(names)}"


def _head_of(tree: ast.Module, lines: Sequence[str]) -> int:
    """The last line of the docstring, or of the comments, that a file starts with."""
    first = tree.body[0] if tree.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return first.end_lineno or 0
    comments = takewhile(lambda line: line.startswith("#"), lines)
    return sum(1 for _ in comments)
