"""Which values does a condition hold against a class, which they then are of in what follows?"""

from __future__ import annotations

import ast

from swerve.facts._surroundings import dotted

#: Expressions by what they look like.
_Found = dict[str, ast.expr]
_TESTS = frozenset(
    {"isinstance", "issubclass", "callable", "inspect.isclass", "inspect.isfunction"}
)


def narrowed_by(test: ast.expr) -> tuple[list[ast.expr], list[ast.expr]]:
    """The values whose class is known when a condition is true, and when it is false."""
    if not any(isinstance(node, (ast.Call, ast.Compare)) for node in _leaves(test)):
        return [], []
    true, false = _narrowed(test)
    return list(true.values()), list(false.values())


def _leaves(test: ast.expr) -> list[ast.expr]:
    if isinstance(test, ast.BoolOp):
        return [leaf for value in test.values for leaf in _leaves(value)]
    return _leaves(test.operand) if isinstance(test, ast.UnaryOp) else [test]


def _narrowed(test: ast.expr) -> tuple[_Found, _Found]:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        true, false = _narrowed(test.operand)
        return false, true
    if isinstance(test, ast.BoolOp):
        parts = [_narrowed(value) for value in test.values]
        trues, falses = [true for true, _ in parts], [false for _, false in parts]
        if isinstance(test.op, ast.And):
            return _any(trues), _all(falses)
        return _all(trues), _any(falses)
    if isinstance(test, ast.Call) and test.args and dotted(test.func) in _TESTS:
        return _one(test.args[0]), {}
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        left = test.left
        if isinstance(left, ast.Call) and dotted(left.func) == "type" and len(left.args) == 1:
            if isinstance(test.ops[0], (ast.Is, ast.Eq, ast.In)):
                return _one(left.args[0]), {}
            return {}, _one(left.args[0])
    return {}, {}


def _one(node: ast.expr) -> _Found:
    if isinstance(node, (ast.Name, ast.Attribute)) and dotted(node):
        return {dotted(node): node}
    return {}


def _any(found: list[_Found]) -> _Found:
    return {text: node for one in found for text, node in one.items()}


def _all(found: list[_Found]) -> _Found:
    return {
        text: node for text, node in found[0].items() if all(text in other for other in found[1:])
    }
