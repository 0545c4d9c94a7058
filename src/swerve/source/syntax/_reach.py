"""Which code of a function does not run for calls that both versions accept?

A parameter that only one version has is left out of such a call, so its default decides. Code for
other versions of Python does not run either, nor do functions inside that nobody names.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Mapping

from ._definitions import dotted
from .operators import OPERATORS
from .scopes import FUNCTIONS, FunctionNode


def out_of_reach(
    function: FunctionNode, shared: Iterable[str], imported: frozenset[str]
) -> frozenset[ast.AST]:
    """Nodes that do not run where each parameter that is not shared has its default.

    `imported` are modules that are there, or nothing would run.
    """
    values = _own_defaults(function, frozenset(shared))
    found: set[ast.AST] = set()
    named = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    for node in ast.walk(function):
        for dead in _passed_over(node, values):
            found.update(ast.walk(dead))
        for body in _blocks(node):
            found.update(each for part in _behind_exit(body) for each in ast.walk(part))
        if isinstance(node, ast.Try) and _cannot_fail(node.body, imported):
            found.update(each for part in node.handlers for each in ast.walk(part))
        if not isinstance(node, FUNCTIONS) or node is function or node.decorator_list:
            continue
        if node.name not in named:
            found.update(each for part in node.body for each in ast.walk(part))
    return frozenset(found)


def decided_tests(function: FunctionNode, shared: Iterable[str]) -> frozenset[ast.AST]:
    """Conditions that come to the same whenever parameters that are not shared are left out."""
    values = _own_defaults(function, frozenset(shared))
    return frozenset(
        node
        for node in ast.walk(function)
        if isinstance(node, ast.expr) and _truth(node, values) is not None
    )


def _blocks(node: ast.AST) -> list[list[ast.stmt]]:
    blocks = [getattr(node, name, None) for name in ("body", "orelse", "finalbody")]
    return [block for block in blocks if isinstance(block, list)]


def _behind_exit(body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements of a block that stand behind one which leaves it."""
    for at, statement in enumerate(body):
        if isinstance(statement, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
            return body[at + 1 :]
    return []


def modules_of(node: ast.Import | ast.ImportFrom) -> list[str]:
    """The modules that an import names; empty for the package around."""
    if isinstance(node, ast.Import):
        return [each.name for each in node.names]
    return [node.module or ""]


def _cannot_fail(body: Iterable[ast.stmt], imported: frozenset[str]) -> bool:
    """Whether statements only import what is imported anyway."""
    return all(
        isinstance(each, (ast.Import, ast.ImportFrom)) and imported.issuperset(modules_of(each))
        for each in body
    )


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
        sign, left, right = test.ops[0], test.left, test.comparators[0]
        answer = _of_version(sign, left, right)
        return _compared(sign, left, right, values) if answer is None else answer
    if isinstance(test, (ast.Name, ast.Attribute)) and dotted(test) in _NEVER:
        return False
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


#: What is never true while code runs on a Python of today.
_NEVER = frozenset(("TYPE_CHECKING", "typing.TYPE_CHECKING", "t.TYPE_CHECKING", "six.PY2", "PY2"))


def _of_version(sign: ast.cmpop, left: ast.expr, right: ast.expr) -> bool | None:
    """What a comparison of `sys.version_info` says here, where it is one with constants."""
    whole: object = sys.version_info
    base = left
    if isinstance(left, ast.Subscript) or (
        isinstance(left, ast.Attribute) and left.attr in ("major", "minor")
    ):
        base = left.value
    compute = OPERATORS.get(type(sign))
    if compute is None or dotted(base) != "sys.version_info":
        return None
    try:
        if isinstance(left, ast.Subscript):
            whole = _part(left.slice)
        elif base is not left and isinstance(left, ast.Attribute):
            whole = getattr(sys.version_info, left.attr)
        return bool(compute(whole, ast.literal_eval(right)))
    except (ValueError, TypeError, LookupError):
        return None


def _part(key: ast.expr) -> object:
    """What is behind `[0]` or `[:2]` of the version."""
    if isinstance(key, ast.Slice):
        ends = (key.lower, key.upper, key.step)
        first, last, step = (None if each is None else ast.literal_eval(each) for each in ends)
        return tuple(sys.version_info)[first:last:step]
    return sys.version_info[ast.literal_eval(key)]
