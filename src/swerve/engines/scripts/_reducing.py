"""What is left of a script when everything is taken away that its difference does not need?"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

from swerve.model import work
from swerve.source.syntax import Unreadable, parse

from ._screening import undefined_names

#: Lists of statements, by the fields that hold them.
_BODIES = ("body", "orelse", "finalbody")


def reduced(
    source: str, still_differs: Callable[[str], bool], *, seconds: float, most: int = 200
) -> str:
    """Return the shortest script found that still differs.

    `source` must differ already, and comes back unchanged when nothing can go. Statements go from
    anywhere, the last first, several at once where that works; at most `most` scripts are run.
    The search starts over after every success: unless it was cut short, no single statement of
    the result can go.
    """
    tree = parse(source)
    if isinstance(tree, Unreadable):
        return source
    until = work.now() + seconds
    tried: set[str] = set()
    while (found := _smaller(tree, still_differs, until, most, tried)) is not None:
        tree = found
        source = ast.unparse(tree) + "\n"
    return source


def _smaller(
    tree: ast.Module,
    still_differs: Callable[[str], bool],
    until: float,
    most: int,
    tried: set[str],
) -> ast.Module | None:
    """The first script that lacks something and differs; `tried` gathers those that do not."""
    for candidate in _candidates(tree):
        if len(tried) >= most or work.now() >= until:
            return None
        text = ast.unparse(candidate) + "\n"
        if text in tried or undefined_names(text):
            continue
        tried.add(text)
        if still_differs(text):
            return candidate
    return None


def _candidates(tree: ast.Module) -> Iterator[ast.Module]:
    """Copies that lack some statements: many of them first."""
    count = len(tree.body)
    size = count // 2
    while size > 1:
        for end in range(count, 0, -size):
            yield _without(tree, (), max(0, end - size), end)
        size //= 2
    for path, length in _lists(tree, ()):
        for at in range(length - 1, -1, -1):
            yield _without(tree, path, at, at + 1)
            inner = _at(tree, path)[at]
            if not isinstance(inner, _KEPT_WHOLE) and getattr(inner, "body", None):
                yield _unwrapped(tree, path, at)


#: What is in them means something else outside of them.
_KEPT_WHOLE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: Leads to a list of statements: from each list, the position in it and the field there.
_Path = tuple[tuple[int, str], ...]


def _lists(tree: ast.AST, path: _Path) -> Iterator[tuple[_Path, int]]:
    """All lists of statements, those outside first."""
    body = _at(tree, path)
    yield path, len(body)
    for at, statement in enumerate(body):
        for field in _BODIES:
            if isinstance(getattr(statement, field, None), list) and getattr(statement, field):
                yield from _lists(tree, (*path, (at, field)))


def _at(tree: ast.AST, path: _Path) -> list[ast.stmt]:
    found: list[ast.stmt] = tree.body  # type: ignore[attr-defined]  # a module has one
    for at, field in path:
        found = getattr(found[at], field)
    return found


def _without(tree: ast.Module, path: _Path, start: int, end: int) -> ast.Module:
    made = copy.deepcopy(tree)
    body = _at(made, path)
    del body[start:end]
    if not body and path and path[-1][1] == "body":
        body.append(ast.Pass())
    return made


def _unwrapped(tree: ast.Module, path: _Path, at: int) -> ast.Module:
    """The body of a statement in its place."""
    made = copy.deepcopy(tree)
    body = _at(made, path)
    body[at : at + 1] = body[at].body  # type: ignore[attr-defined]  # the caller has looked
    return made
