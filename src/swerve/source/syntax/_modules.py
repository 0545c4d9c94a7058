"""Which modules does an import load?"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from swerve.source.syntax._facts import ModuleFacts
from swerve.source.syntax._normal import absolute_module


def modules_loaded(node: ast.AST, facts: ModuleFacts) -> Iterator[str]:
    """Every module that a statement of a file may load, packages first; none if it is no import."""
    for name in _named(node, facts):
        parts = name.lstrip(".").split(".")
        dots = name[: len(name) - len(name.lstrip("."))]
        yield from (dots + ".".join(parts[: count + 1]) for count in range(len(parts)))


def _named(node: ast.AST, facts: ModuleFacts) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        module = absolute_module(node, facts.package)
        yield from (f"{module}.{alias.name}" for alias in node.names)
