"""For which integers, truths and texts do conditions hold? Asked of z3, where it is installed."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from swerve.meaning.contract.clauses import Clauses, Moment, Scope, Vocabulary
from swerve.model import Side
from swerve.source.syntax.operators import OPERATORS

from ._limits import LIMIT_MS

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
    solver.set("timeout", LIMIT_MS)
    try:
        solver.add(*(_Translation(z3, symbols).condition(each) for each in conditions))
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


class _Translation(Clauses[Any]):
    """Expressions of Python as terms of the solver."""

    deepest = 0
    followed = (
        *(ast.BoolOp, ast.UnaryOp, ast.Compare, ast.Call, ast.Constant, ast.Name, ast.BinOp),
        *(ast.Tuple, ast.List, ast.Set),
    )

    def __init__(self, z3: Any, symbols: Mapping[str, Any]) -> None:
        super().__init__(Vocabulary())
        self._z3 = z3
        self._symbols = symbols

    def condition(self, node: ast.expr) -> Any:
        """A condition on what both versions are given."""
        moment = Moment(Side.NEW, is_before=True)
        return self._truth(self.value(node, Scope({}, moment, is_bound=True)))

    def _truth(self, term: Any) -> Any:
        if not self._z3.is_bool(term):
            raise _NotUnderstood
        return term

    def _given(self, name: str, _: Moment) -> Any:
        return self._symbols[name]

    def _named(self, name: str) -> Any:
        raise _NotUnderstood

    def _constant(self, value: Any) -> Any:
        match value:
            case bool():
                return self._z3.BoolVal(value)
            case int():
                return self._z3.IntVal(value)
            case str() if len(value) <= _LONGEST and value.isascii():
                return self._z3.StringVal(value)
        raise _NotUnderstood

    def _display(self, _: type[ast.expr], values: Iterator[Any]) -> Any:
        return list(values)

    def _holds(self, value: Any, scope: Scope[Any]) -> bool:
        raise _NotUnderstood

    def _negation(self, value: Any) -> Any:
        return self._z3.Not(self._truth(value))

    def _connected(self, is_and: bool, values: Iterable[Any]) -> Any:
        return (self._z3.And if is_and else self._z3.Or)(*map(self._truth, values))

    def _unary(self, op: ast.unaryop, value: Any) -> Any:
        if not isinstance(op, ast.USub):
            raise _NotUnderstood
        return -value

    def _binary(self, op: ast.operator, left: Any, right: Any) -> Any:
        is_modulo = isinstance(op, ast.Mod)
        if is_modulo and not (self._z3.is_int_value(right) and right.as_long() > 0):
            raise _NotUnderstood  # as Python, where the divisor is positive
        if not isinstance(op, _ARITHMETIC):
            raise _NotUnderstood
        return OPERATORS[type(op)](left, right)

    def _compared(self, op: ast.cmpop, left: Any, right: Any) -> Any:
        z3 = self._z3
        if isinstance(op, ast.In | ast.NotIn):
            if isinstance(right, list):
                found = z3.Or(*(left == other for other in right))
            else:
                found = z3.Contains(right, left)
            return z3.Not(found) if isinstance(op, ast.NotIn) else found
        is_ordered = isinstance(op, _ORDERS)
        if any(z3.is_bool(one) or (is_ordered and z3.is_string(one)) for one in (left, right)):
            raise _NotUnderstood
        if not is_ordered and not isinstance(op, ast.Eq | ast.NotEq):
            raise _NotUnderstood
        return OPERATORS[type(op)](left, right)

    def _method(self, owner: Any, name: str, arguments: list[Any], named: dict[str, Any]) -> Any:
        if name not in _OF_TEXTS or len(arguments) != 1 or named:
            raise _NotUnderstood
        fits = self._z3.PrefixOf if name == "startswith" else self._z3.SuffixOf
        return fits(arguments[0], owner)

    def _function(self, name: str, arguments: list[Any], named: dict[str, Any]) -> Any:
        if name != "len" or len(arguments) != 1 or named:
            raise _NotUnderstood
        return self._z3.Length(arguments[0])

    def _failure(self, node: ast.expr, error: Exception, scope: Scope[Any]) -> Exception:
        return _NotUnderstood() if isinstance(error, TypeError | AttributeError) else error


_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Mod)
_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
