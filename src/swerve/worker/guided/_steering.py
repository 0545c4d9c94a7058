"""Which way does a snippet take, as long as nothing made up has decided that yet?

Before a test is made it is known which of its answers leads to more code, or to lines that are
wanted. It is rewritten so that it asks for that answer.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

from ..core.conditions import is_outcome, leaves_in, line_of, with_truth
from ._rewriting import HOOKS, WAYS, asking
from ._ways import COMPUTE, Detour, Ways

_call = partial(asking, WAYS)
_ASKED = frozenset(("isinstance", "issubclass", "hasattr", "callable"))
_SIGNS: dict[type, str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}
_LEAVING = (ast.Return, ast.Raise)
_ENDING = (*_LEAVING, ast.Continue, ast.Break)
_COMPOUND = (
    *(ast.If, ast.While, ast.For, ast.AsyncFor, ast.Try, ast.With, ast.AsyncWith),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
)


def steer(function: Any, ways: Ways, wanted: Collection[int] = ()) -> None:
    """Have the tests of a function ask for ways, in place: to wanted lines, or to most of it."""
    outcomes = frozenset(filter(is_outcome, wanted))
    goals = {
        id(leaf.node): truth
        for leaf in (leaves_in(function) if outcomes else ())
        for truth in (False, True)
        if with_truth(leaf.number, truth) in outcomes
    }
    wanted = _with_callers(function, [*map(line_of, wanted)])
    _Steering(ways.plans, sorted(wanted), goals).block(function.body, 0, 0)
    if wanted:
        ways.fails = any(
            _holds(inner.body, wanted)
            for inner in ast.walk(function)
            if isinstance(inner, ast.ExceptHandler)
        )


def _with_callers(function: Any, wanted: Collection[int]) -> frozenset[int]:
    """Lines, and those that name a function inside which they are."""
    names = {
        inner.name
        for inner in ast.walk(function)
        if inner is not function
        and isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef))
        and _holds(inner.body, wanted)
    }
    callers = [
        node.lineno
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and node.id in names
    ]
    return frozenset((*wanted, *callers))


class _Steering:
    def __init__(
        self, plans: list[Detour], wanted: Sequence[int], goals: Mapping[int, bool]
    ) -> None:
        self._plans = plans
        self._wanted = wanted
        #: By the identity of conditions, what they are to come to.
        self._goals = goals

    def block(self, body: Sequence[ast.stmt], in_loop: int, behind: int) -> None:
        """`in_loop` lines follow in the loop around, `behind` follow behind that."""
        for position, node in enumerate(body):
            rest = _lines(body[position + 1 :])
            self._statement(node, in_loop + rest, behind)

    def _statement(self, node: Any, in_loop: int, behind: int) -> None:
        if not isinstance(node, _COMPOUND) and _holds([node], self._wanted):
            _Parts(self).visit(node)
        if isinstance(node, ast.If):
            self._if(node, in_loop, behind)
        elif isinstance(node, ast.While):
            if not isinstance(node.test, ast.Constant):
                node.test = self.test(node.test, Detour(True, True))
            self.block(node.body, 0, in_loop + behind)
            self.block(node.orelse, in_loop, behind)
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            self.block(node.body, 0, in_loop + behind)
            self.block(node.orelse, in_loop, behind)
        elif isinstance(node, ast.Assert):
            node.test = self.test(node.test, Detour(True, False))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.block(node.body, 0, 0)
        else:
            for name in ("body", "orelse", "finalbody"):
                self.block(getattr(node, name, ()), in_loop, behind)
            for inner in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
                self.block(inner.body, in_loop, behind)

    def _if(self, node: ast.If, in_loop: int, behind: int) -> None:
        yes = _lines(node.body) + _left(node.body, in_loop, behind)
        no = _lines(node.orelse) + _left(node.orelse, in_loop, behind)
        prefers = yes > no or (yes == no and not isinstance(node.body[-1], _LEAVING))
        other = node.orelse if prefers else node.body
        alternates = not (other and isinstance(other[-1], _LEAVING))
        inside = _holds(node.body, self._wanted), _holds(node.orelse, self._wanted)
        if any(inside):
            prefers, alternates = inside[0], all(inside)
        elif self._wanted and self._wanted[-1] > (node.end_lineno or 0):
            yes_ends, no_ends = (
                bool(each) and isinstance(each[-1], _ENDING) for each in (node.body, node.orelse)
            )
            if yes_ends is not no_ends:
                prefers, alternates = no_ends, False
            elif not self._has_goal(node.test):
                return  # it leads there either way, and may ask for what a later test cannot have
        self.block(node.body, in_loop, behind)
        self.block(node.orelse, in_loop, behind)
        node.test = self.test(node.test, Detour(prefers, alternates))

    def test(self, test: ast.expr, plan: Detour) -> ast.expr:
        """A test that asks for a way."""
        self._plans.append(plan)
        number = len(self._plans) - 1
        return _call("took", test, ast.Constant(number), self._steered(test, number, True))

    def _steered(self, test: ast.expr, number: int, how: bool | str) -> ast.expr:
        """A test whose conditions ask: for what they are to come to, or for the way of it all."""
        goal = self._goals.get(id(test))
        if goal is not None:
            self._plans.append(Detour(goal, False))
            return _asking_leaf(test, len(self._plans) - 1, True)
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test.operand = self._steered(test.operand, number, _REVERSE[how])
            return test
        if isinstance(test, ast.BoolOp):
            first = "yes" if isinstance(test.op, ast.And) else "no"
            sought = [self._has_goal(value) for value in test.values]
            *others, last = test.values
            if any(sought):  # those before it are to let it be asked
                at = sought.index(True)
                self._plans.append(Detour(first == "yes", False))
                earlier = len(self._plans) - 1
                test.values = [
                    *(self._steered(value, earlier, True) for value in test.values[:at]),
                    *(self._steered(value, number, first) for value in test.values[at:]),
                ]
                return test
            test.values = [
                *(self._steered(value, number, first) for value in others),
                self._steered(last, number, how),
            ]
            return test
        return _asking_leaf(test, number, how)

    def _has_goal(self, test: ast.expr) -> bool:
        return any(id(node) in self._goals for node in ast.walk(test))


class _Parts(ast.NodeTransformer):
    """Has the conditions inside expressions ask too: all of their parts are to run."""

    def __init__(self, steering: _Steering) -> None:
        self._steering = steering

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """Both ways, one after the other."""
        self.generic_visit(node)
        node.test = self._steering.test(node.test, Detour(True, True))
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """As far as the last part."""
        self._operands(node)
        return self._steering.test(node, Detour(True, True))

    def _operands(self, node: ast.expr) -> None:
        """What is inside the operands, which are steered together."""
        if isinstance(node, ast.BoolOp):
            for each in node.values:
                self._operands(each)
        elif isinstance(node, ast.UnaryOp):
            self._operands(node.operand)
        else:
            self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        """Items that are taken, and some that are not."""
        self.generic_visit(node)
        node.ifs = [self._steering.test(each, Detour(True, True)) for each in node.ifs]
        return node


def _holds(body: Sequence[ast.stmt], wanted: Collection[int]) -> bool:
    """Whether some of the lines are in a block."""
    if not body:
        return False
    return any(body[0].lineno <= line <= (body[-1].end_lineno or 0) for line in wanted)


def _left(body: Sequence[ast.stmt], in_loop: int, behind: int) -> int:
    """How much code may follow a block."""
    last = body[-1] if body else None
    if isinstance(last, _LEAVING):
        return 0
    return behind if isinstance(last, (ast.Continue, ast.Break)) else in_loop + behind


def _lines(body: Sequence[ast.stmt]) -> int:
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def _asking_leaf(test: ast.expr, number: int, how: bool | str) -> ast.expr:
    """A condition that asks for what a plan says."""
    given = ast.Constant(number), ast.Constant(how)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        sign = ast.Constant(_SIGNS[type(test.ops[0])])
        left, right = test.left, test.comparators[0]
        if sign.value in COMPUTE and _is_call_of(left, ("len",)) and len(left.args) == 1:  # type: ignore[attr-defined]
            return _call("sized", test, *given, sign, left.func, left.args[0], right)  # type: ignore[attr-defined]
        return _call("compared", test, *given, sign, left, right)
    if (
        isinstance(test, ast.Call)
        and isinstance(test.func, ast.Attribute)
        and test.func.attr in ("startswith", "endswith")
        and len(test.args) == 1
        and not test.keywords
    ):
        name = ast.Constant(test.func.attr)
        return _call("begun", test, *given, name, test.func.value, test.args[0])
    if isinstance(test, ast.Call) and _is_call_of(test, _ASKED):
        test._within = True  # type: ignore[attr-defined]
        test.func = _call("asking", test, *given, asking(HOOKS, "callee", test, test.func))
        return test
    return _call("tested", test, *given, test)


_REVERSE: dict[bool | str, bool | str] = {True: False, False: True, "yes": "no", "no": "yes"}


def _is_call_of(node: ast.expr, names: Collection[str]) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in names
        and not node.keywords
        and not any(isinstance(each, ast.Starred) for each in node.args)
    )
