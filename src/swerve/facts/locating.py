"""Where in a text does a function stand, and in which class?"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from swerve.source.syntax import FUNCTIONS, FunctionNode, Unreadable, parse


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a function in its file."""

    #: The whole module, or the function alone.
    text: str
    #: Qualified name; empty for code that stands in no function.
    function: str
    #: Line of the `def`; 0 when the name is enough.
    def_line: int = 0
    #: Names of this version -> names that both versions are described with.
    renamed: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Located:
    """A function in its module."""

    module: ast.Module
    #: `None` for code that stands in no function.
    function: FunctionNode | None
    #: The class whose method it is.
    owner: ast.ClassDef | None
    #: Functions around it, outermost first.
    around: tuple[FunctionNode, ...] = ()


def located(version: Version) -> Located | None:
    """Find a version's function; `None` for text that does not parse or does not have it."""
    module = parse(version.text)
    shift = 0
    if isinstance(module, Unreadable):
        module = parse(textwrap.dedent(version.text))
    if isinstance(module, Unreadable):
        # A bare body with `return` in it parses already; one that is cut out may be indented.
        module = parse("if True:\n" + version.text)
        shift = 1
    if isinstance(module, Unreadable):
        return None
    if version.function in ("", "<module>"):
        return Located(module, None, None)
    parts = [part for part in version.function.split(".") if part != "<locals>"]
    found = _named(parts[-1], _functions(module, frozenset(parts)))
    if not found:  # a name without the class around it
        found = _named(parts[-1], _functions(module, None))
    if not found:
        return None
    return max(found, key=lambda place: _fit(place, parts, version.def_line + shift))


def _named(name: str, places: Iterable[Located]) -> list[Located]:
    return [place for place in places if place.function and place.function.name == name]


def _fit(place: Located, parts: list[str], line: int) -> tuple[bool, bool, int]:
    """How well a definition answers to a name and a line."""
    function = place.function
    assert function is not None  # noqa: S101 (for mypy)
    names = [outer.name for outer in place.around]
    if place.owner is not None:
        names.append(place.owner.name)
    first = min([function.lineno, *(one.lineno for one in function.decorator_list)])
    same_line = first <= line <= function.lineno
    return same_line, names[-len(parts) + 1 :] == parts[:-1], function.lineno


def _functions(module: ast.Module, names: frozenset[str] | None) -> Iterator[Located]:
    """Functions of the module, looking only into functions and classes of these names."""
    queue: list[tuple[ast.AST, ast.ClassDef | None, tuple[FunctionNode, ...]]] = [
        (module, None, ())
    ]
    while queue:
        node, owner, around = queue.pop()
        for child in statements_in(node):
            if isinstance(child, FUNCTIONS):
                if names is None or child.name in names:
                    yield Located(module, child, owner, around)
                    queue.append((child, None, (*around, child)))
            elif isinstance(child, ast.ClassDef):
                if names is None or child.name in names:
                    queue.append((child, child, around))
            else:
                queue.append((child, owner, around))


def statements_in(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements directly inside a compound one, in all its blocks."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield from block
    for handler in getattr(node, "handlers", ()):
        yield from handler.body
    for case in getattr(node, "cases", ()):
        yield from case.body
