"""For which integers, truths and texts do conditions hold? Asked of z3, where it is installed."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

_LIMIT_MS = 500
_LONGEST = 200
_OF_TEXTS = frozenset({"startswith", "endswith"})


def solved(conditions: Sequence[ast.expr], names: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    """An assignment, where conditions are of a kind that is understood and have one."""
    if find_spec("z3") is None or not conditions:
        return
    import z3

    sorts = {name: _sort(conditions, name) for name in names}
    symbols = {name: z3.Const(name, _SORTS[sort](z3)) for name, sort in sorts.items()}
    solver = z3.Solver()
    solver.set("timeout", _LIMIT_MS)
    try:
        solver.add(*(_Translation(z3, symbols).truth(each) for each in conditions))
        if solver.check() != z3.sat:
            return
    except (_NotUnderstood, z3.Z3Exception):
        return
    model = solver.model()
    yield {name: _value(z3, model.eval(symbol, True)) for name, symbol in symbols.items()}


_SORTS = {"int": lambda z3: z3.IntSort(), "str": lambda z3: z3.StringSort()}


class _NotUnderstood(Exception):
    pass


def _sort(conditions: Sequence[ast.expr], name: str) -> str:
    """A text where it is used as one, or stands beside one; else a number."""
    for condition in conditions:
        for node in ast.walk(condition):
            match node:
                case ast.Attribute(ast.Name(found)) if found == name:
                    return "str"
                case ast.Call(ast.Name("len"), [ast.Name(found)]) if found == name:
                    return "str"
                case ast.Compare() | ast.BinOp():
                    beside = [*ast.iter_child_nodes(node)]
                    is_beside = any(isinstance(x, ast.Name) and x.id == name for x in beside)
                    if is_beside and any(_is_text(each) for each in beside):
                        return "str"
    return "int"


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _value(z3: Any, found: Any) -> int | str:
    if z3.is_int_value(found):
        return int(found.as_long())
    return str(found.as_string())


class _Translation:
    """Expressions of Python as terms of the solver."""

    def __init__(self, z3: Any, symbols: Mapping[str, Any]) -> None:
        self._z3 = z3
        self._symbols = symbols

    def truth(self, node: ast.expr) -> Any:
        z3 = self._z3
        match node:
            case ast.BoolOp(op, values):
                parts = [self.truth(each) for each in values]
                return z3.And(*parts) if isinstance(op, ast.And) else z3.Or(*parts)
            case ast.UnaryOp(ast.Not(), inner):
                return z3.Not(self.truth(inner))
            case ast.Compare(left, ops, others):
                sides = [left, *others]
                return z3.And(
                    *(
                        self._compared(op, *pair)
                        for op, pair in zip(ops, pairwise(sides), strict=True)
                    )
                )
            case ast.Call(ast.Attribute(whole, method), [part], []) if method in _OF_TEXTS:
                is_start = method == "startswith"
                fits = z3.PrefixOf if is_start else z3.SuffixOf
                return fits(self.term(part), self.term(whole))
            case ast.Constant(bool() as value):
                return z3.BoolVal(value)
        raise _NotUnderstood

    def _compared(self, op: ast.cmpop, left: ast.expr, right: ast.expr) -> Any:
        z3 = self._z3
        if isinstance(op, ast.In | ast.NotIn):
            if isinstance(right, ast.Tuple | ast.List | ast.Set):
                one, others = self.term(left), [self.term(each) for each in right.elts]
                found = z3.Or(*(one == other for other in others))
            else:
                found = z3.Contains(self.term(right), self.term(left))
            return z3.Not(found) if isinstance(op, ast.NotIn) else found
        one, other = self.term(left), self.term(right)
        match op:
            case ast.Eq():
                return one == other
            case ast.NotEq():
                return one != other
        if z3.is_string(one) or z3.is_string(other):
            raise _NotUnderstood
        match op:
            case ast.Lt():
                return one < other
            case ast.LtE():
                return one <= other
            case ast.Gt():
                return one > other
            case ast.GtE():
                return one >= other
        raise _NotUnderstood

    def term(self, node: ast.expr) -> Any:
        z3 = self._z3
        match node:
            case ast.Name(name) if name in self._symbols:
                return self._symbols[name]
            case ast.Constant(str() as text) if len(text) <= _LONGEST and text.isascii():
                return z3.StringVal(text)
            case ast.Constant(int() as number) if not isinstance(number, bool):
                return z3.IntVal(number)
            case ast.UnaryOp(ast.USub(), inner):
                return -self.term(inner)
            case ast.Call(ast.Name("len"), [inner], []):
                return z3.Length(self.term(inner))
            case ast.BinOp(left, ast.Add(), right):
                return self.term(left) + self.term(right)
            case ast.BinOp(left, ast.Sub(), right):
                return self.term(left) - self.term(right)
            case ast.BinOp(left, ast.Mult(), right):
                return self.term(left) * self.term(right)
            case ast.BinOp(left, ast.Mod(), ast.Constant(int() as number)) if number > 0:
                return self.term(left) % number  # as Python, where the divisor is positive
        raise _NotUnderstood
