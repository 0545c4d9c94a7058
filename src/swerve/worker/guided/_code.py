"""Which part of a file runs, and what does that part read?"""

from __future__ import annotations
import __future__

import ast
from types import FunctionType
from typing import Any

from ..core._monitoring import code_inside

FUTURE = __future__.annotations.compiler_flag
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def found_in(tree: ast.Module, function: str, line: int) -> tuple[Any, tuple[str, ...]]:
    """The definition of the function, and the classes it stands in."""
    wanted = function.rpartition(".")[2]
    best: tuple[Any, tuple[str, ...]] = None, ()

    def look(body: Any, owner: tuple[str, ...]) -> None:
        nonlocal best
        for node in body:
            if isinstance(node, _FUNCTIONS):
                if node.name == wanted and (node.lineno == line or best[0] is None):
                    best = node, owner
                look(node.body, ())
            elif isinstance(node, ast.ClassDef):
                look(node.body, (*owner, node.name))
            else:
                for name in ("body", "orelse", "finalbody"):
                    look(getattr(node, name, ()), owner)
                for handler in getattr(node, "handlers", ()):
                    look(handler.body, owner)
                for case in getattr(node, "cases", ()):
                    look(case.body, owner)

    look(tree.body, ())
    return best


def as_function(tree: ast.Module, parameters: list[str]) -> Any:
    """A snippet as the body of a function: it may return, yield and await.

    What it reads before it is bound comes as a parameter.
    """
    _Outermost().visit(tree)
    is_async = any(
        isinstance(node, (ast.Await, ast.AsyncFor, ast.AsyncWith)) or getattr(node, "is_async", 0)
        for node in _own_nodes(tree)
    )
    body = [node for node in tree.body if not is_future(node)] or [ast.Pass(lineno=1, col_offset=0)]
    definition: Any = ast.AsyncFunctionDef if is_async else ast.FunctionDef
    made = definition(
        name="snippet",
        args=ast.arguments(
            posonlyargs=[],
            args=[ast.arg(name) for name in parameters],
            kwonlyargs=[],
            kw_defaults=[],
            defaults=[],
            vararg=None,
            kwarg=None,
        ),
        body=body,
        decorator_list=[],
        returns=None,
        type_comment=None,
        type_params=[],
    )
    return ast.fix_missing_locations(ast.copy_location(made, body[0]))


class _Outermost(ast.NodeTransformer):
    """Makes names of functions around a snippet, of which there are none, those of a module."""

    def visit(self, node: ast.AST) -> Any:
        """Functions and classes inside have their own."""
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            return node
        if isinstance(node, ast.Nonlocal):
            return ast.copy_location(ast.Global(node.names), node)
        return self.generic_visit(node)


def _own_nodes(tree: ast.AST) -> list[ast.AST]:
    """All nodes but those inside of functions."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = [tree]
    while waiting:
        for child in ast.iter_child_nodes(waiting.pop()):
            if not isinstance(child, (*_FUNCTIONS, ast.Lambda)):
                found.append(child)
                waiting.append(child)
    return found


def binding(target: Any) -> str:
    names = {node.id for node in target.decorator_list if isinstance(node, ast.Name)}
    if "staticmethod" in names:
        return "static"
    return (
        "class" if "classmethod" in names or target.name in ("__new__", "__init_subclass__") else ""
    )


def decorators(target: Any) -> list[str]:
    """The first names of the decorators of a generator: they may be what drives it."""
    if not any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in _own_nodes(target)):
        return []
    found = []
    for node in target.decorator_list:
        while isinstance(node, (ast.Attribute, ast.Call)):
            node = node.func if isinstance(node, ast.Call) else node.value
        if isinstance(node, ast.Name):
            found.append(node.id)
    return found


def alone(target: Any) -> Any:
    target.col_offset = 0
    return target


def without_node(tree: ast.Module, target: Any) -> None:
    """Take a function out of the one around it: its variables there are missing then."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and target in block:
                block[block.index(target)] = ast.copy_location(ast.Pass(), target)


def is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def future_flags(tree: ast.Module) -> int:
    flags = 0
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for alias in node.names:
                feature = getattr(__future__, alias.name, None)
                flags |= feature.compiler_flag if feature is not None else 0
    return flags


def guarded_imports(tree: ast.Module) -> list[tuple[int, int]]:
    """Lines of imports that may fail, since something else is imported then."""
    lines = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Try):
            continue
        for handler in node.handlers:
            imports = any(
                isinstance(inner, (ast.Import, ast.ImportFrom))
                for each in handler.body
                for inner in ast.walk(each)
            )
            if imports:
                lines.append((node.body[0].lineno, node.body[-1].end_lineno or node.lineno))
    return lines


def names_read(code: Any) -> set[str]:
    """Global names that a function or one inside of it may read."""
    names = {name for each in code_inside(code) for name in each.co_names}
    return {name for name in names if not name.startswith("__within")}


def functions_in(names: dict[str, Any], module: str) -> list[Any]:
    found = []
    for value in list(names.values()):
        if isinstance(value, FunctionType) and value.__module__ == module:
            found.append(value)
        elif isinstance(value, type) and value.__module__ == module:
            for inner in list(vars(value).values()):
                inner = getattr(inner, "__func__", getattr(inner, "fget", inner))
                if isinstance(inner, FunctionType):
                    found.append(inner)
    return found
