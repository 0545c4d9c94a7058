"""Do cases that apply to one call ask for different results?

Only what is certain: two clauses `result == ...` whose right sides have different values, whatever
the new version does. Then no version could satisfy the contract, and the contract is at fault.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import combinations

from swerve.meaning.contract._budget import Budget, CannotTell, NoValue
from swerve.meaning.contract._classes import Classes
from swerve.meaning.contract._evaluating import ClauseRaised, Evaluation, Moment
from swerve.meaning.contract._model import Case, Clause, ClauseKind, Contract, ContractFault
from swerve.meaning.contract._states import States
from swerve.model import Side

_AFTER = Moment(Side.NEW, is_before=False)
#: What no function can change in place.
_PLAIN = (bool, int, float, complex, str, bytes, type(None))


def disagreement(
    contract: Contract, cases: Sequence[Case], states: States, classes: Classes
) -> ContractFault | None:
    """The fault of two cases that both apply, and ask for different results."""
    asked = [
        (case, clause, wanted)
        for case in cases
        for clause in case.of(ClauseKind.ENSURES)
        for wanted in _wanted(clause.condition.tree)
        if _is_settled(wanted, contract, states)
    ]
    for (first_case, first, left), (second_case, second, right) in combinations(asked, 2):
        if first_case is second_case:
            continue
        evaluation = Evaluation(contract.vocabulary, states, classes)
        both = ast.copy_location(ast.Compare(left, [ast.Eq()], [right]), right)
        try:
            if evaluation.holds(both, _AFTER):
                continue
        except (CannotTell, NoValue, ClauseRaised):
            continue
        return contract.fault(second.span, _words(first, second), evaluation.parts)
    return None


def _words(first: Clause, second: Clause) -> str:
    return (
        f"`{second.text}` contradicts `{first.text}` in line {first.span.line} on this call: both "
        "cases apply, and they ask for different results"
    )


def _wanted(node: ast.expr) -> Iterator[ast.expr]:
    """What a condition says that the result is equal to."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for value in node.values:
            yield from _wanted(value)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq):
        for one, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
            if isinstance(one, ast.Name) and one.id == "result":
                yield other


def _is_settled(node: ast.expr, contract: Contract, states: States) -> bool:
    """Whether an expression has its value before the new version runs."""
    parameters = {parameter.name for parameter in contract.parameters}
    for name in _names_of_new(node):
        if name in ("result", "exc"):
            return False
        if name in parameters:
            try:
                value = states.value(name, _AFTER, Budget())
            except (CannotTell, NoValue, KeyError, RecursionError):
                return False
            if not isinstance(value, _PLAIN):
                return False
    return True


def _names_of_new(node: ast.AST) -> Iterator[str]:
    """Names that are read in the state after the call of the new version."""
    is_shift = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    if is_shift and node.func.id in ("prev", "old"):  # type: ignore[attr-defined]
        return
    if isinstance(node, ast.Name):
        yield node.id
    for child in ast.iter_child_nodes(node):
        yield from _names_of_new(child)
