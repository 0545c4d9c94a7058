"""Is a change worth looking into as far as others, and if not, why?"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from swerve.model import AsideKind, Pair, SetAside, Settings
from swerve.source._raw import FileVersions, RawChange
from swerve.source.syntax import FUNCTIONS, Unreadable, parse, read_source


def reasons_to_set_aside(
    raw: RawChange, pairs: Sequence[Pair], settings: Settings
) -> Iterator[SetAside]:
    """Say why a change is set aside; nothing for most.

    A change with trouble in it is never taken for documentation.
    """
    if not raw.files:
        if not raw.problems:
            yield SetAside(AsideKind.NO_SOURCE, _no_source(raw))
        return
    if not raw.problems and all(map(_is_documentation, raw.files)):
        why = "only comments, docstrings and formatting differ"
        yield SetAside(AsideKind.DOCUMENTATION, why)
    if settings.max_files is not None and len(raw.files) > settings.max_files:
        verb = "Python file differs" if len(raw.files) == 1 else "Python files differ"
        why = f"{len(raw.files)} {verb}, more than --max-files {settings.max_files}"
        yield SetAside(AsideKind.TOO_MANY_FILES, why)
    if settings.max_functions is not None and len(pairs) > settings.max_functions:
        noun = "function" if len(pairs) == 1 else "functions"
        why = f"{len(pairs)} {noun} to check, more than --max-functions {settings.max_functions}"
        yield SetAside(AsideKind.TOO_MANY_FUNCTIONS, why)


def _no_source(raw: RawChange) -> str:
    if not raw.left_out:
        return "no Python file differs"
    whys = ", ".join(dict.fromkeys(left.why for left in raw.left_out))
    return f"every Python file that differs was left out: {whys}"


def _is_documentation(file: FileVersions) -> bool:
    if file.old is None or file.new is None:
        return False
    old, new = _tree(file.old), _tree(file.new)
    try:
        return old is not None and new is not None and _are_alike(old, new)
    except RecursionError:
        return False


def _tree(data: bytes) -> ast.Module | None:
    text = read_source(data)
    tree = text if isinstance(text, Unreadable) else parse(text)
    return None if isinstance(tree, Unreadable) else tree


def _are_alike(old: object, new: object) -> bool:
    """Whether two parts of syntax trees are the same but for docstrings."""
    if type(old) is not type(new):
        return False
    if isinstance(old, ast.AST) and isinstance(new, ast.AST):
        return all(_are_alike(_part(old, name), _part(new, name)) for name in old._fields)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(_are_alike, old, new))
    return old == new


def _part(node: ast.AST, name: str) -> object:
    part = getattr(node, name, None)
    if name == "body" and isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS)):
        return [each for each in node.body if not _does_nothing(each)]
    return part


def _does_nothing(statement: ast.stmt) -> bool:
    """Whether a statement is a docstring, that of an attribute for example, or `pass`."""
    match statement:
        case ast.Pass() | ast.Expr(ast.Constant(str())):
            return True
    return False
