"""How far is a call from what an update condition asks for?"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from swerve.model import Side
from swerve.model.behaviour import Raised, Returned
from swerve.observe.snapshot import BadSnapshot

from ._budget import CannotTell, ClauseBudget, NoValue
from ._classes import Classes
from ._evaluating import CallValues, ClauseRaised, Evaluation
from ._meaning import default_predicate
from ._model import Case, Clause, ClauseKind, Contract, Moment
from ._states import SideRun, States

_NO_CLASSES = Classes()
_CANNOT = (ClauseRaised, CannotTell, NoValue)
#: How a comparison reads when it does not hold.
_OPPOSITE: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
}


def distance(contract: Contract, case: Case, old: SideRun, classes: Classes = _NO_CLASSES) -> float:
    """Nothing where the update condition holds, and about one for each part that does not."""
    try:
        world = States(contract, old, None)
    except BadSnapshot:
        return 99.0
    before, after = (Moment(Side.OLD, is_before) for is_before in (True, False))
    measure = _Measure(contract, world, classes)
    total = measure.clauses(default_predicate(case, ClauseKind.WHEN_REQUIRED), before)
    outcome = old.behaviour.outcome
    if isinstance(outcome, Returned):
        total += measure.clauses(default_predicate(case, ClauseKind.WHEN_ENSURED), after)
    elif isinstance(outcome, Raised):
        predicate = default_predicate(case, ClauseKind.WHEN_SIGNALED)
        total += 0.0 if predicate is True else 1.0
        if isinstance(predicate, tuple):
            total -= 1.0 - min(measure.clauses((each,), after) for each in predicate) / 2
    else:
        total += 2.0
    return total


class _Given:
    """Values of some parameters, and of nothing else."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def value(self, name: str, moment: Moment, budget: ClauseBudget) -> Any:
        if name in self._values:
            return self._values[name]
        raise KeyError(name)


def assignment_holds(
    contract: Contract, conditions: tuple[ast.expr, ...], values: Mapping[str, Any]
) -> bool:
    """Whether conditions hold where parameters have these values; not where one raises."""
    world = _Given(values)
    moment = Moment(Side.NEW, is_before=True)
    try:
        return all(
            Evaluation(contract.vocabulary, world, _NO_CLASSES).condition(each, moment)
            for each in conditions
        )
    except _CANNOT:
        return False


class _Measure:
    def __init__(self, contract: Contract, world: CallValues, classes: Classes) -> None:
        self._contract = contract
        self._world = world
        self._classes = classes

    def clauses(self, predicate: bool | tuple[Clause, ...], moment: Moment) -> float:
        if isinstance(predicate, bool):
            return 0.0 if predicate else 1.0
        trees = [each.condition.tree for each in predicate]
        return sum(self._far(tree, moment, wanted=True) for tree in trees)

    def _far(self, node: ast.expr, moment: Moment, *, wanted: bool) -> float:
        """How far an expression is from being true, or from being false."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self._far(node.operand, moment, wanted=not wanted)
        if isinstance(node, ast.BoolOp):
            parts = [self._far(each, moment, wanted=wanted) for each in node.values]
            return sum(parts) if isinstance(node.op, ast.And) is wanted else min(parts)
        evaluation = Evaluation(self._contract.vocabulary, self._world, self._classes)
        try:
            if evaluation.condition(node, moment) is wanted:
                return 0.0
            if isinstance(node, ast.Compare) and len(node.ops) == 1:
                left, right = (
                    evaluation.expression(each, moment) for each in (node.left, node.comparators[0])
                )
                kind = type(node.ops[0])
                return _apart(kind if wanted else _OPPOSITE.get(kind, ast.Is), left, right)
        except _CANNOT:
            return 1.5
        return 1.0


def _apart(kind: type[ast.cmpop], left: Any, right: Any) -> float:
    """Between nothing and one, for a comparison that does not hold."""
    if isinstance(left, int | float) and isinstance(right, int | float):
        gap = abs(left - right) + (0.5 if kind in (ast.Lt, ast.Gt) else 0.0)
        return float(gap / (gap + 1)) if gap == gap and gap < 1e300 else 1.0
    if isinstance(left, str) and isinstance(right, str) and kind is ast.Eq:
        longest = max(len(left), len(right), 1)
        return 1.0 - sum(_alike(left, right)) / (longest + 1)
    return 1.0


def _alike(left: str, right: str) -> Iterator[bool]:
    return (one == other for one, other in zip(left, right, strict=False))
