"""What may tell two versions apart that no proof about the function looks at?

Each of these becomes an assumption that something changes nothing: a proof that rests on one is
told, and is no verdict.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator

from swerve.source.syntax import FUNCTIONS

from ..lowering._surroundings import Module

_REST = "whatever else differs in the module changes nothing"
_HANDLED = "asking for the active exception changes nothing"


def reservations(old: Module, new: Module) -> tuple[str, ...]:
    """In words, each as an assumption."""
    found = []
    if _rest(old) != _rest(new):
        found.append(_REST)
    if _handlers(old) != _handlers(new):
        found.append(_HANDLED)
    return tuple(found)


def _rest(module: Module) -> list[str]:
    """All statements in their order, but those that reach a function only by their names.

    Functions without decorators, imports and names that are bound to a literal once: a version in
    which such a thing differs is not taken for the same wherever its name stands. Classes are more
    than their names: what is in them is found by objects, by decorators and by base classes.
    """
    bound = Counter(
        node.id
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    )
    return [
        ast.dump(_without(statement, module.found.function))
        for statement in module.tree.body
        if not _is_named_only(statement, module, bound)
    ]


def _is_named_only(statement: ast.stmt, module: Module, bound: Counter[str]) -> bool:
    match statement:
        case ast.Expr(ast.Constant()) | ast.Import() | ast.ImportFrom():
            return True
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            is_own = statement is module.found.function
            return is_own or not statement.decorator_list
        case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, value):
            is_once = bound[name] == 1 and name not in module.rebound
            return is_once and value is not None and _is_literal(value)
    return False


def _is_literal(value: ast.expr) -> bool:
    return all(
        isinstance(node, ast.Constant | ast.Tuple | ast.UnaryOp | ast.expr_context | ast.unaryop)
        for node in ast.walk(value)
    )


def _without(statement: ast.stmt, left_out: ast.AST) -> ast.stmt:
    """A statement without docstrings, and without the function in question."""
    if statement is left_out:
        return ast.Pass()
    made = copy.copy(statement)
    for name, value in ast.iter_fields(statement):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            kept = [_without(each, left_out) for each in value if not _is_text(each)]
            setattr(made, name, kept)
    if isinstance(made, FUNCTIONS):
        made.returns = None
    return made


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _handlers(module: Module) -> list[str]:
    """What runs while an exception is handled: whoever is called there may ask for it."""
    return [ast.dump(each) for each in _called_in_handlers(module.found.function)]


def _called_in_handlers(function: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(function):
        if isinstance(node, ast.ExceptHandler) or (isinstance(node, ast.Try) and node.finalbody):
            body = node.body if isinstance(node, ast.ExceptHandler) else node.finalbody
            for statement in body:
                yield from (part for part in ast.walk(statement) if isinstance(part, ast.Call))
