"""Which function of the project is it that a code object belongs to?"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from swerve.source import Selection
from swerve.source.syntax import FUNCTIONS, FunctionNode, Unreadable, parse, read_source
from swerve.worker.suite.observed_arguments import PLAIN
from swerve.worker.suite.observed_rewriting import binding_of

from ._kept import sum_of

#: Larger files are tables.
_LARGEST_FILE = 1_000_000
_MOST_WRAPPERS = 10


@dataclass(frozen=True, slots=True)
class ProjectFunction:
    """A function of the project as its file has it."""

    file: str
    function: str
    #: Sums over the source of the function, and over its whole file.
    source: str
    module: str
    #: How it is reached.
    binding: str


class Functions:
    """The functions below the top of a project that are its own: no tests, nothing vendored."""

    def __init__(self, top: Path) -> None:
        self._top = os.path.join(os.path.realpath(top), "")
        self._selection = Selection()
        #: By what code objects call their file; None for one that is not the project's.
        self._files: dict[str, dict[tuple[int, str], ProjectFunction] | None] = {}

    def has_file(self, name: str) -> bool:
        """Whether a file is one of the project's own."""
        if name not in self._files:
            self._files[name] = self._places_in(name)
        return self._files[name] is not None

    def is_own(self, file: str) -> bool:
        """Whether a file, relative to the top, is no test and nothing vendored."""
        return self._selection.why_left_out(file) is None

    def place_of(self, code: CodeType) -> ProjectFunction | None:
        """The function of a code object; None for lambdas, and for functions inside others."""
        if not self.has_file(code.co_filename):
            return None
        places = self._files[code.co_filename] or {}
        return places.get((code.co_firstlineno, code.co_name))

    def _places_in(self, name: str) -> dict[tuple[int, str], ProjectFunction] | None:
        if not name.endswith(".py"):  # made by `exec`: no file at all
            return None
        try:
            path = os.path.realpath(name)  # the test may have taken its current folder away
            file = path[len(self._top) :].replace(os.sep, "/")
            if not path.startswith(self._top) or not self.is_own(file):
                return None
            with open(path, "rb") as stream:
                data = stream.read(_LARGEST_FILE)
        except (OSError, ValueError):
            return None
        text = read_source(data) if len(data) < _LARGEST_FILE else None
        tree = parse(text) if isinstance(text, str) else None
        if not isinstance(text, str) or tree is None or isinstance(tree, Unreadable):
            return None
        return dict(_places(tree, text, file))


def _places(
    tree: ast.Module, text: str, file: str
) -> Iterator[tuple[tuple[int, str], ProjectFunction]]:
    lines, module = text.split("\n"), sum_of(text)
    for prefix, node in definitions(tree, ""):
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        source = "\n".join(lines[first - 1 : node.end_lineno])
        binding = binding_of(node) if prefix else PLAIN
        place = ProjectFunction(file, f"{prefix}{node.name}", sum_of(source), module, binding)
        yield (first, node.name), place


def definitions(parent: ast.AST, prefix: str) -> Iterator[tuple[str, FunctionNode]]:
    """Functions of a module and of its classes, with what stands before their names."""
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, FUNCTIONS):
            yield prefix, node
        elif isinstance(node, ast.ClassDef):
            yield from definitions(node, f"{prefix}{node.name}.")
        elif isinstance(node, (ast.stmt, ast.ExceptHandler)):
            yield from definitions(node, prefix)


def function_of(code: CodeType, names: dict[str, Any], qualname: str) -> FunctionType | None:
    """The function that was defined under a name; None where something else is there now."""
    first, *rest = qualname.split(".")
    found = names.get(first)
    for part in rest:
        found = type.__dict__["__dict__"].__get__(found).get(part) if _is_class(found) else None
    for _ in range(_MOST_WRAPPERS):
        if isinstance(found, FunctionType):
            if found.__code__ is code:
                return found
            found = found.__dict__.get("__wrapped__")
        elif isinstance(found, (staticmethod, classmethod)):
            found = found.__func__
        elif isinstance(found, property):
            accessors = (found.fget, found.fset, found.fdel)
            found = next((each for each in accessors if _code_of(each) is code), found.fget)
        else:
            break
    return None


def _is_class(value: object) -> bool:
    return issubclass(type(value), type)


def _code_of(function: object) -> object:
    return function.__code__ if isinstance(function, FunctionType) else None
