"""Which code of a function does not run for calls that both versions accept?

A parameter that only one version has is left out of such a call, so its default decides.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from .scopes import FunctionNode


def out_of_reach(function: FunctionNode, shared: Iterable[str]) -> frozenset[ast.AST]:
    """Nodes that do not run where each parameter that is not shared has its default."""
    values = _own_defaults(function, frozenset(shared))
    found: set[ast.AST] = set()
    for node in ast.walk(function) if values else ():
        for dead in _passed_over(node, values):
            found.update(ast.walk(dead))
    return frozenset(found)


def parameter_names(function: FunctionNode) -> frozenset[str]:
    """What the parameters of a function are called."""
    arguments = function.args
    return frozenset(
        each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    )


def _own_defaults(function: FunctionNode, shared: frozenset[str]) -> dict[str, ast.expr]:
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs = [
        *zip(reversed(positional), reversed(arguments.defaults), strict=False),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    bound = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }
    return {
        each.arg: default
        for each, default in pairs
        if default is not None and each.arg not in shared and each.arg not in bound
    }


def _passed_over(node: ast.AST, values: Mapping[str, ast.expr]) -> list[ast.AST]:
    """What a node holds that it does not run."""
    if isinstance(node, ast.BoolOp):
        ends = isinstance(node.op, ast.Or)
        for at, each in enumerate(node.values):
            if _truth(each, values) is ends:
                return [*node.values[at + 1 :]]
    elif isinstance(node, (ast.If, ast.IfExp)):
        answer = _truth(node.test, values)
        dead: list[ast.AST] = []
        if answer is not None:
            part = node.orelse if answer else node.body
            dead += part if isinstance(part, list) else [part]
        return dead
    return []


def _truth(test: ast.expr, values: Mapping[str, ast.expr]) -> bool | None:
    """What a test answers, where that is certain."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        answer = _truth(test.operand, values)
        return None if answer is None else not answer
    if isinstance(test, ast.BoolOp):
        ends = isinstance(test.op, ast.Or)
        answers = [_truth(each, values) for each in test.values]
        if ends in answers:
            return ends
        return None if None in answers else not ends
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return _compared(test.ops[0], test.left, test.comparators[0], values)
    value = values.get(test.id) if isinstance(test, ast.Name) else None
    return bool(value.value) if isinstance(value, ast.Constant) else None


def _compared(
    sign: ast.cmpop, left: ast.expr, right: ast.expr, values: Mapping[str, ast.expr]
) -> bool | None:
    one, other = (
        values.get(each.id, each) if isinstance(each, ast.Name) else each for each in (left, right)
    )
    if (one is left and other is right) or not isinstance(
        sign, (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)
    ):
        return None
    is_same = ast.dump(one) == ast.dump(other)
    if not is_same and not (isinstance(one, ast.Constant) and isinstance(other, ast.Constant)):
        return None
    return is_same is isinstance(sign, (ast.Is, ast.Eq))
