"""What do other functions of the tree do with the parameters that a function hands on to them?"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from swerve.facts.locating import Version
from swerve.facts.reading import usages_of
from swerve.facts.usage import Site, Usage, Usages
from swerve.source.syntax import FUNCTIONS, FunctionNode, all_arguments

from ._sources import definition

#: Functions looked into for one function, and how far down.
_MOST, _DEEPEST = 12, 3
#: What a function is given elsewhere, and what is expected of it, is its own matter.
_OWN = frozenset({"defaults", "examples", "raises", "is_statement", "exits_when"})


@dataclass(frozen=True, slots=True)
class Handed:
    """A function that something was handed on to."""

    node: FunctionNode
    #: Its parameters -> what they stand for in the first function.
    paths: Mapping[str, str]


def add_handed_on(usages: Usages, module: str, sources: Mapping[str, str]) -> tuple[Handed, ...]:
    """Add what functions say that are called: those of the file, and of others that are at hand."""
    looking = _Looking(usages, sources)
    for version, place in zip(usages.versions, usages.located, strict=True):
        if place is not None and place.function is not None:
            names = [each.arg for each in all_arguments(place.function.args)]
            paths = {name: version.renamed.get(name, name) for name in names}
            owner = place.owner.name if place.owner is not None else ""
            looking.follow(_Text(version.text, place.module, module), place.function, owner, paths)
    return tuple(looking.found)


@dataclass(frozen=True, slots=True)
class _Text:
    """The module that a function stands in."""

    text: str
    tree: ast.Module
    name: str


class _Looking:
    def __init__(self, usages: Usages, sources: Mapping[str, str]) -> None:
        self._usages = usages
        self._sources = sources
        self._sites = {site.path for site in usages.sites}
        self._grafted: set[tuple[str, str, str]] = set()
        self.found: list[Handed] = []

    def follow(
        self,
        text: _Text,
        function: FunctionNode,
        owner: str,
        paths: Mapping[str, str],
        depth: int = 0,
    ) -> None:
        """`paths` says which of the first function's values a parameter stands for."""
        rebound = _rebound(function)
        calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
        for call in calls:
            callee = self._callee(text, call.func, owner)
            if callee is None or callee.node is function or len(self.found) >= _MOST:
                continue
            handed = {
                parameter: paths[name]
                for parameter, name in _landed(callee, call)
                if name in paths and not _is_after(call, rebound.get(name))
            }
            self.found.append(Handed(callee.node, handed))
            if handed:
                self._graft(callee, handed)
                if depth < _DEEPEST:
                    inside = callee.qualname.rpartition(".")[0]
                    self.follow(callee.text, callee.node, inside, handed, depth + 1)

    def _graft(self, callee: _Callee, handed: Mapping[str, str]) -> None:
        said = usages_of([Version(callee.text.text, callee.qualname, callee.node.lineno)])
        for parameter, path in handed.items():
            key = (callee.qualname, parameter, path)
            if key in self._grafted:
                continue
            self._grafted.add(key)
            for site in said.sites:
                longer = path + site.path[len(parameter) :]
                if _is_at(site.path, parameter) and longer not in self._sites:
                    self._sites.add(longer)
                    self._usages.sites.append(Site(longer, site.kind, site.name))
            for inner, usage in said.paths.items():
                if _is_at(inner, parameter):
                    _add(self._usages.at(path + inner[len(parameter) :]), usage)

    def _callee(self, text: _Text, called: ast.expr, owner: str) -> _Callee | None:
        if isinstance(called, ast.Name):
            return self._named(text, called.id)
        if (
            isinstance(called, ast.Attribute)
            and isinstance(called.value, ast.Name)
            and called.value.id in ("self", "cls", owner)
        ):
            return _method(text, owner, called.attr)
        return None

    def _named(self, text: _Text, name: str) -> _Callee | None:
        """A function, or the constructor of a class, of this module or another."""
        place = definition(text.name, name, self._sources, text.text)
        if place is None:
            return None
        module, node = place
        if module != text.name:
            text = _Text(self._sources[module], _EMPTY, module)
        if isinstance(node, ast.ClassDef):
            return _of_class(text, node, "__init__")
        return _Callee(text, node, node.name, 0)


@dataclass(frozen=True, slots=True)
class _Callee:
    text: _Text
    node: FunctionNode
    qualname: str
    #: Parameters that are filled already.
    skipped: int


_EMPTY = ast.Module([], [])


def _method(text: _Text, owner: str, name: str) -> _Callee | None:
    for statement in text.tree.body:
        if isinstance(statement, ast.ClassDef) and statement.name == owner:
            return _of_class(text, statement, name)
    return None


def _of_class(text: _Text, owner: ast.ClassDef, name: str) -> _Callee | None:
    for statement in owner.body:
        if isinstance(statement, FUNCTIONS) and statement.name == name:
            is_static = any(
                isinstance(each, ast.Name) and each.id == "staticmethod"
                for each in statement.decorator_list
            )
            return _Callee(text, statement, f"{owner.name}.{name}", 0 if is_static else 1)
    return None


def _landed(callee: _Callee, call: ast.Call) -> Iterator[tuple[str, str]]:
    """Parameters of a function, with the names that a call gives them."""
    arguments = callee.node.args
    positional = [*arguments.posonlyargs, *arguments.args][callee.skipped :]
    for parameter, argument in zip(positional, call.args, strict=False):
        if isinstance(argument, ast.Starred):
            break
        if isinstance(argument, ast.Name):
            yield parameter.arg, argument.id
    for keyword in call.keywords:
        if keyword.arg is not None and isinstance(keyword.value, ast.Name):
            yield keyword.arg, keyword.value.id


def _is_after(call: ast.Call, place: tuple[int, int] | None) -> bool:
    return place is not None and (call.lineno, call.col_offset) >= place


def _is_at(path: str, start: str) -> bool:
    return path == start or (path.startswith(start) and path[len(start)] in ".[({")


def _add(usage: Usage, more: Usage) -> None:
    for each in fields(Usage):
        if each.name in _OWN:
            continue
        was, other = getattr(usage, each.name), getattr(more, each.name)
        if isinstance(was, set):
            was |= other
        elif isinstance(was, list):
            was += [value for value in other if value not in was]
        elif isinstance(was, dict):
            for key, asked in other.items():
                was[key] = was.get(key, False) or asked
        else:
            setattr(usage, each.name, was or other)


def _rebound(function: FunctionNode) -> dict[str, tuple[int, int]]:
    """Names that come to stand for something else than what was given, and from where on.

    In `x = f(x)` that is after the call.
    """
    found: dict[str, tuple[int, int]] = {}
    for node in ast.walk(function):
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            where = node.end_lineno or 0, node.end_col_offset or 0
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.NamedExpr)):
            where, targets = (node.target.lineno, node.target.col_offset), [node.target]
        else:
            continue
        for target in targets:
            for each in ast.walk(target):
                if isinstance(each, ast.Name):
                    found[each.id] = min(where, found.get(each.id, where))
    return found
