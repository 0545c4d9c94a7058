"""Which file and which functions does the name of a test stand for?"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

from swerve.model import Function, Module
from swerve.model.errors import PathMissing
from swerve.source import GitTree, Index, RawChange, WorkTree
from swerve.source.syntax import Unreadable, parse

_LARGEST = 1 << 20


def test_in(raw: RawChange, tree: Path, folder: Path, given: str) -> str:
    """The id of a test, or of several, with its file relative to the tree.

    As pytest takes it: relative to the folder that the command runs in, or to the top of the tree.
    """
    file, colons, rest = given.partition("::")
    for place in (_in_tree(raw, folder, file), os.path.normpath(file)):
        if place is not None and not place.startswith(("../", "/")) and (tree / place).is_file():
            return f"{place}{colons}{rest}"
    raise PathMissing(
        f"There is no file `{file}` in the new version.",
        "Name a test as pytest does: tests/test_orders.py::test_total.",
    )


def _in_tree(raw: RawChange, folder: Path, file: str) -> str | None:
    source = raw.trees[1] if raw.trees is not None else None
    if not isinstance(source, (GitTree, Index, WorkTree)):
        return None
    return os.path.relpath(os.path.realpath(folder / file), os.path.realpath(source.top))


def function_of(test: str) -> str:
    """The qualified name of the function that a test runs: `TestTotal.test_empty`."""
    inner, _, _ = test.partition("[")
    return ".".join(inner.split("::")[1:])


def functions_in(tree: Path, file: str) -> tuple[Function, ...]:
    """The functions and methods of a test file."""
    try:
        if (tree / file).stat().st_size > _LARGEST:
            return ()
        text = (tree / file).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ()
    module = parse(text)
    if isinstance(module, Unreadable) or not isinstance(module, ast.Module):
        return ()
    return tuple(_functions(module.body, Module(file, text), ""))


def _functions(body: list[ast.stmt], module: Module, prefix: str) -> Iterator[Function]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _functions(node.body, module, f"{prefix}{node.name}.")
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            last = node.end_lineno or node.lineno
            yield Function(f"{prefix}{node.name}", module, first, last, node.lineno)
