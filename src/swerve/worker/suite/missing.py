"""What stands for a name that tests of the other side import, and that this side does not have?

Tests that do not use it run. Those that do fail, and say why.
"""

from __future__ import annotations

import ast
from importlib import import_module
from typing import Any

#: What rewritten code calls.
MISSING = "_within_missing_"


class NotThere(Exception):
    """Something of the other side was used."""


class StandIn:
    """Can be named, and nothing else."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return StandIn(f"{self._name}.{name}")

    def __call__(self, *_: Any, **__: Any) -> Any:  # noqa: D102 - as the class says
        raise NotThere(self._name)

    def __mro_entries__(self, bases: Any) -> Any:
        return ()


def missing(package: str, module: str, level: int, name: str) -> Any:
    """What a name of a module is, or what stands for it."""
    try:
        found = import_module("." * level + module, package or None)
        if hasattr(found, name):
            return getattr(found, name)
        return import_module(f"{found.__name__}.{name}")
    except ImportError:
        return StandIn(f"{module}.{name}")


def tolerant(tree: ast.Module) -> ast.Module:
    """Rewrite the imports of a module so that names may be missing."""
    tree.body = [_tolerant(each) for each in tree.body]
    return ast.fix_missing_locations(tree)


def _tolerant(node: ast.stmt) -> ast.stmt:
    if not isinstance(node, ast.ImportFrom) or node.module in (None, "__future__"):
        return node
    if any(each.name == "*" for each in node.names):
        return node
    handlers: list[ast.stmt] = []
    for each in node.names:
        arguments: list[ast.expr] = [
            ast.Name("__package__", ast.Load()),
            *(ast.Constant(part) for part in (node.module, node.level, each.name)),
        ]
        value = ast.Call(ast.Name(MISSING, ast.Load()), arguments, [])
        handlers.append(ast.Assign([ast.Name(each.asname or each.name, ast.Store())], value))
    caught = ast.ExceptHandler(ast.Name("ImportError", ast.Load()), None, handlers)
    return ast.copy_location(ast.Try([node], [caught], [], []), node)
