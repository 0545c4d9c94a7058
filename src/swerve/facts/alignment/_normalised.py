"""What is left of a function when everything is set aside that does not change its meaning?

Projecting a unified function gives exactly this form of each version. What is set aside is what
the static engine sets aside, docstrings and annotations of the function among it, and what can
be written in several ways that compile to the same.
"""

from __future__ import annotations

import ast
import copy
import types
from typing import TypeVar

from swerve.source.syntax import FUNCTIONS, FunctionNode, all_arguments, bound_in

_DOCSTRING = "swerve_docstring"
_DECLARATIONS = (ast.Global, ast.Nonlocal)
NodeT = TypeVar("NodeT", bound=ast.AST)


def normalised(function: FunctionNode) -> FunctionNode:
    """The function without docstrings and its own annotations, every block in one way to write it.

    Annotations of functions inside stay: they are evaluated whenever the function runs.
    """
    plain = copy.deepcopy(function)
    for argument in all_arguments(plain.args):
        argument.annotation = None
    plain.returns = None
    return prepared(plain)


def prepared(function: FunctionNode) -> FunctionNode:
    """The same with the annotations of the function kept; changes the function itself."""
    _Normal(function).visit(function)
    return function


def docstring_of(node: ast.AST) -> ast.stmt | None:
    """The docstring that a prepared definition had."""
    found = getattr(node, _DOCSTRING, None)
    return found if isinstance(found, ast.stmt) else None


def same_code(one: FunctionNode, other: FunctionNode) -> bool:
    """Both compile to the same code object, positions aside."""
    return _are_alike(code_of(one), code_of(other))


def code_of(function: FunctionNode) -> types.CodeType:
    """What the function compiles to, all on one line: where code stands can show in it."""
    flat = copy.deepcopy(function)
    for node in ast.walk(flat):
        if hasattr(node, "lineno") or isinstance(node, (ast.stmt, ast.expr)):
            vars(node).update(lineno=1, end_lineno=1, col_offset=0, end_col_offset=0)
    free = sorted(
        {n for node in ast.walk(flat) if isinstance(node, ast.Nonlocal) for n in node.names}
    )
    around = ast.FunctionDef(
        name="around",
        args=ast.arguments([], [ast.arg(name) for name in free], None, [], [], None, []),
        body=[flat],
        decorator_list=[],
        returns=None,
        type_comment=None,
    )
    if hasattr(flat, "type_params"):  # Python 3.12
        vars(around)["type_params"] = []
    module = ast.fix_missing_locations(ast.Module([around], []))
    return compile(module, "<unified>", "exec", dont_inherit=True)


def _are_alike(one: types.CodeType, other: types.CodeType) -> bool:
    aside = ("co_consts", "co_firstlineno", "co_linetable", "co_lnotab", "co_positions")
    names = [n for n in dir(one) if n.startswith("co_") and n not in aside]
    values = [(getattr(one, n), getattr(other, n)) for n in names if not callable(getattr(one, n))]
    if any(a != b for a, b in values) or len(one.co_consts) != len(other.co_consts):
        return False
    return all(map(_are_same_constant, one.co_consts, other.co_consts))


def _are_same_constant(one: object, other: object) -> bool:
    if isinstance(one, types.CodeType) and isinstance(other, types.CodeType):
        return _are_alike(one, other)
    return repr(one) == repr(other)


class _Normal(ast.NodeTransformer):
    """Changes a function in place."""

    def __init__(self, function: FunctionNode) -> None:
        self._function: FunctionNode | None = function

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                kept = [each for each in block if not isinstance(each, ast.Pass)]
                first = [each for each in kept if isinstance(each, _DECLARATIONS)]
                if first and isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                    kept = first + [each for each in kept if not isinstance(each, _DECLARATIONS)]
                setattr(node, name, kept or ([ast.Pass()] if name == "body" else []))
        return node

    def visit_FunctionDef(self, node: FunctionNode) -> ast.AST:
        around, self._function = self._function, node
        _set_docstring_aside(node)
        self.generic_visit(node)
        self._function = around
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        around, self._function = self._function, None
        _set_docstring_aside(node)
        self.generic_visit(node)
        self._function = around
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        self.generic_visit(node)
        if self._function is None:
            return node  # of a class: kept in its __annotations__
        if node.value is not None:
            return ast.copy_location(ast.Assign([node.target], node.value, None), node)
        if isinstance(node.target, ast.Name) and bound_in(self._function)[node.target.id] > 1:
            return None
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.value, ast.Constant) and node.value.value is None:
            node.value = None
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        values: list[ast.expr] = []
        for value in node.values:
            inside = isinstance(value, ast.BoolOp) and type(value.op) is type(node.op)
            values.extend(value.values if inside else [value])  # type: ignore[attr-defined]
        node.values = values
        return node

    def visit_alias(self, node: ast.alias) -> ast.AST:
        if node.asname == node.name:
            node.asname = None
        return node


def _set_docstring_aside(node: FunctionNode | ast.ClassDef) -> None:
    if ast.get_docstring(node, clean=False) is not None:
        setattr(node, _DOCSTRING, node.body.pop(0))


def with_docstrings(function: FunctionNode) -> None:
    """Give definitions inside a prepared function their docstrings back, which code can read."""
    for node in ast.walk(function):
        docstring = docstring_of(node)
        if docstring is not None and node is not function:
            node.body.insert(0, docstring)  # type: ignore[attr-defined] # only definitions have one
