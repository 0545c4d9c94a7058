"""Does a caller who leaves an argument out notice that its default changed?

Only values that can be read off the source are judged. The body is followed from the top with the
two values side by side, through the usual idioms (`if x is None: x = ...`, `x = x or ...`), up to
the first use that lets the value out.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from swerve.syntax import BindingKind, Definition, ModuleFacts, all_arguments

#: Calls that may well answer the same for both values.
_MAY_AGREE = frozenset(
    {"isinstance", "issubclass", "bool", "callable", "len", "int", "float", "type", "hasattr", "id"}
)


class _Unknown:
    """The value cannot be read off the source."""


UNKNOWN = _Unknown()
#: Both sides hold the same, whatever it is.
_EQUAL = _Unknown()
_IMMUTABLE = (int, float, complex, str, bytes, bool, type(None))

_COMPARISONS: dict[type[ast.cmpop], Callable[[object, object], object]] = {
    ast.Is: lambda one, other: one is other,
    ast.IsNot: lambda one, other: one is not other,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,  # type: ignore[dict-item] # a failed comparison is caught
    ast.LtE: operator.le,  # type: ignore[dict-item]
    ast.Gt: operator.gt,  # type: ignore[dict-item]
    ast.GtE: operator.ge,  # type: ignore[dict-item]
    ast.In: lambda one, other: one in other,  # type: ignore[operator]
    ast.NotIn: lambda one, other: one not in other,  # type: ignore[operator]
}


def default_value(expression: ast.expr, facts: ModuleFacts) -> object:
    """The value of a default, if it is a literal or a constant of the file; else `UNKNOWN`."""
    value = _literal(expression)
    if isinstance(expression, ast.Name):
        bound = facts.names.get(expression.id, [])
        if len(bound) == 1 and bound[0].kind is BindingKind.CODE and not bound[0].guards:
            node = bound[0].node
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                if len(targets) == 1 and isinstance(targets[0], ast.Name):
                    return _literal(node.value)
    return value


def _literal(expression: ast.expr) -> object:
    try:
        return ast.literal_eval(expression)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return UNKNOWN


def same_value(old: object, new: object) -> bool:
    """Equal in type and content, all the way down."""
    if type(old) is not type(new):
        return False
    if isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)):
        return len(old) == len(new) and all(map(same_value, old, new))
    if isinstance(old, dict) and isinstance(new, dict):
        return same_value(list(old.items()), list(new.items()))
    if isinstance(old, (set, frozenset)):
        return old == new and sorted(map(_typed, old)) == sorted(map(_typed, new))
    return _typed(old) == _typed(new)


def _typed(value: object) -> str:
    return f"int {value:x}" if type(value) is int else f"{type(value).__name__} {value!r}"


def is_noticed(definition: Definition, name: str, old: object, new: object) -> bool | None:
    """Whether leaving out `name` shows the change from `old` to `new`; `None` if unclear.

    Both versions must have the body of `definition`.
    """
    arguments = [a for a in ast.walk(definition.node) if isinstance(a, ast.arg) and a.arg == name]
    if len(arguments) != 1:  # a function inside uses the same name
        return None
    inputs = frozenset(argument.arg for argument in all_arguments(definition.node.args)) - {name}
    return _Follower(name, old, new, inputs).through(definition.node.body)


#: What is left of a difference between two values: surely seen, surely not, or unclear.
_Seen: TypeAlias = bool | None


@dataclass(slots=True)
class _Follower:
    """Follows one parameter, with its old and its new default, through a body that both share."""

    name: str
    old: object
    new: object
    inputs: frozenset[str]

    def through(self, body: Sequence[ast.stmt]) -> _Seen:
        """Whether running these statements shows which of the two values it was."""
        unclear = False
        for statement in body:
            if self._mentions(statement):
                seen = self._through_one(statement)
                if seen is True:
                    return True
                unclear = unclear or seen is None
                if self._settled:
                    break
            if self._leaves(statement):
                break
        return None if unclear else False

    @property
    def _settled(self) -> bool:
        """The parameter holds the same on both sides by now."""
        return self.old is _EQUAL

    def _through_one(self, statement: ast.stmt) -> _Seen:
        if not self._stores(statement):
            return self._exposes(statement)
        values = self._assigned_values(statement)
        if values is None:
            return None
        old, new = values
        if old is _EQUAL or (same_value(old, new) and isinstance(old, _IMMUTABLE)):
            self.old = self.new = _EQUAL
        else:
            self.old, self.new = old, new
        return False

    def _assigned_values(self, statement: ast.stmt) -> tuple[object, object] | None:
        """The two values behind `x = ...` or `if ...: x = ...`; `None` when unclear."""
        assigned = self._assignment(statement)
        old: ast.expr | None = assigned
        new: ast.expr | None = assigned
        if assigned is None:
            if not isinstance(statement, ast.If) or statement.orelse or len(statement.body) != 1:
                return None
            inner = self._assignment(statement.body[0])
            tests = self._values(statement.test)
            if inner is None or UNKNOWN in tests:
                return None
            old, new = (inner if tests[0] else None), (inner if tests[1] else None)
        old, new = self._chosen(old, self.old), self._chosen(new, self.new)
        if old is new and old is not None and not self._mentions(old):
            return _EQUAL, _EQUAL
        values = (
            self.old if old is None else self._value(old, self.old),
            self.new if new is None else self._value(new, self.new),
        )
        return None if UNKNOWN in values else values

    def _assignment(self, statement: ast.stmt) -> ast.expr | None:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target = statement.targets[0]
            if isinstance(target, ast.Name) and target.id == self.name:
                return statement.value
        return None

    def _exposes(self, node: ast.AST) -> _Seen:
        """Whether evaluating `node`, which leaves the parameter as it is, tells them apart."""
        if not self._mentions(node):
            return False
        if isinstance(node, ast.expr):
            values = self._values(node)
            if UNKNOWN not in values:
                return not same_value(*values)
        if isinstance(node, (ast.If, ast.IfExp)):
            tests = self._values(node.test)
            if UNKNOWN not in tests:
                if bool(tests[0]) != bool(tests[1]):
                    return True
                taken = node.body if tests[0] else node.orelse
                return self.through(taken) if isinstance(taken, list) else self._exposes(taken)
        if isinstance(node, ast.Compare) and not self._compares_with_input(node):
            return None
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in _MAY_AGREE
        ):
            return None
        parts = [self._exposes(child) for child in ast.iter_child_nodes(node)]
        return True if True in parts else None if None in parts else False

    def _compares_with_input(self, node: ast.Compare) -> bool:
        """The value is compared with an argument, so some call comes out differently."""
        names = {c.id for c in ast.walk(node) if isinstance(c, ast.Name)} - {self.name}
        return bool(names) and names <= self.inputs

    # --- values ---

    def _values(self, expression: ast.expr) -> tuple[object, object]:
        return self._value(expression, self.old), self._value(expression, self.new)

    def _chosen(self, expression: ast.expr | None, value: object) -> ast.expr | None:
        """The operand that `x or e` or `a if x else b` comes down to; else the expression."""
        if isinstance(expression, ast.BoolOp) and len(expression.values) == 2:
            first = self._value(expression.values[0], value)
            if first is not UNKNOWN:
                goes_on = bool(first) is isinstance(expression.op, ast.And)
                return expression.values[1 if goes_on else 0]
        if isinstance(expression, ast.IfExp):
            test = self._value(expression.test, value)
            if test is not UNKNOWN:
                return expression.body if test else expression.orelse
        return expression

    def _value(self, expression: ast.expr, value: object) -> object:
        """The value of an expression over the parameter and literals, or `UNKNOWN`."""
        chosen = self._chosen(expression, value)
        if chosen is not None and chosen is not expression:
            return self._value(chosen, value)
        if isinstance(expression, ast.Name):
            return value if expression.id == self.name else UNKNOWN
        if isinstance(expression, ast.UnaryOp) and isinstance(expression.op, ast.Not):
            operand = self._value(expression.operand, value)
            return UNKNOWN if operand is UNKNOWN else not operand
        if isinstance(expression, ast.Compare) and len(expression.ops) == 1:
            left = self._value(expression.left, value)
            right = self._value(expression.comparators[0], value)
            if UNKNOWN in (left, right):
                return UNKNOWN
            try:
                return _COMPARISONS[type(expression.ops[0])](left, right)
            except TypeError:
                return UNKNOWN
        return _literal(expression)

    # --- statements ---

    def _mentions(self, node: ast.AST) -> bool:
        return any(isinstance(c, ast.Name) and c.id == self.name for c in ast.walk(node))

    def _stores(self, node: ast.AST) -> bool:
        return any(
            isinstance(c, ast.Name) and c.id == self.name and not isinstance(c.ctx, ast.Load)
            for c in ast.walk(node)
        )

    def _leaves(self, statement: ast.stmt) -> bool:
        """Nothing behind the statement runs when the argument was left out."""
        if isinstance(statement, (ast.Return, ast.Raise)):
            return True
        if isinstance(statement, ast.If) and not self._settled:
            tests = self._values(statement.test)
            if UNKNOWN not in tests:
                taken = [statement.body if test else statement.orelse for test in tests]
                return all(
                    block and isinstance(block[-1], (ast.Return, ast.Raise)) for block in taken
                )
        return False
