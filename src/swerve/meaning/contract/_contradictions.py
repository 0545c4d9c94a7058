"""Can a contract be satisfied at all, as far as its text tells?

What is found here is certain: two conditions on one expression that no value meets. Cases that
contradict each other only on some calls are found when such a call is judged.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from swerve.model import Side

from ._budget import CannotTell, ClauseBudget, NoValue
from ._classes import Classes
from ._evaluating import ClauseRaised, Evaluation
from ._files import Places
from ._model import Case, Clause, ClauseKind, Contract, ContractFault, Moment
from ._purity import LANGUAGE_VALUES
from ._states import States

_OPERATORS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_TESTS: dict[str, Callable[[Any, Any], object]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_NEVER = "; this case applies to no call"
#: Forbidding one of these forbids every exception that a function is likely to raise.
_ALL_EXCEPTIONS = {"Exception", "BaseException"}


@dataclass(frozen=True, slots=True)
class _Atom:
    """A condition on one expression: `result == 0`."""

    #: The expression, in a form that is equal for equal expressions.
    subject: str
    #: An operator, or `true` and `not` for the expression itself.
    operator: str
    value: object
    text: str
    clause: Clause


def check_contradictions(contract: Contract, places: Places) -> None:
    """Note what nothing can satisfy."""
    for case in contract.cases:
        _check_update(case, places)
        _check_change(case, case, places)
    for first, second in combinations(contract.cases, 2):
        if _update_key(first) == _update_key(second):
            _check_change(first, second, places)


def _check_update(case: Case, places: Places) -> None:
    for kind in (ClauseKind.WHEN_REQUIRED, ClauseKind.REQUIRES):
        _report_clash(case.of(kind), (), places)
        for clause in case.of(kind):
            if _is_false(clause):
                places.fault(clause.span, f"`{clause.text}` never holds{_NEVER}")
    ensured, signaled = case.of(ClauseKind.WHEN_ENSURED), case.of(ClauseKind.WHEN_SIGNALED)
    _report_clash(ensured, (), places)
    never_ensured = not ensured or any(map(_is_false, ensured))
    never_signaled = not signaled or all(map(_is_false, signaled))
    if (ensured or signaled) and never_ensured and never_signaled:
        clause = (*ensured, *signaled)[0]
        places.fault(clause.span, f"`{clause.text}` never holds{_NEVER}")


def _check_change(first: Case, second: Case, places: Places) -> None:
    """Compare the change conditions of a case with those of another, or with themselves."""
    both = first is not second
    ensures = first.of(ClauseKind.ENSURES), second.of(ClauseKind.ENSURES) if both else ()
    _report_clash(*ensures, places)
    signals = (*first.of(ClauseKind.SIGNALS), *(second.of(ClauseKind.SIGNALS) if both else ()))
    forbidding = [clause for clause in signals if _is_false(clause) and _catches_all(clause)]
    refusing = [clause for part in ensures for clause in part if _is_false(clause)]
    if forbidding and refusing:
        later = max((forbidding[0], refusing[0]), key=lambda clause: clause.span.line)
        earlier = forbidding[0] if later is refusing[0] else refusing[0]
        places.fault(
            later.span,
            f"`{later.text}` contradicts `{earlier.text}` on line {earlier.span.line}: the new "
            "version could neither return nor raise",
        )


def _update_key(case: Case) -> tuple[tuple[str, tuple[str, ...], str], ...]:
    kinds = (ClauseKind.WHEN_REQUIRED, ClauseKind.WHEN_ENSURED, ClauseKind.WHEN_SIGNALED)
    parts = [clause for kind in (*kinds, ClauseKind.REQUIRES) for clause in case.of(kind)]
    return tuple(
        sorted(
            (
                clause.kind.value,
                tuple(exception.name for exception in clause.exceptions),
                ast.dump(clause.condition.tree),
            )
            for clause in parts
            if not (clause.condition.is_true and not clause.exceptions)
            or clause.kind is ClauseKind.WHEN_ENSURED
        )
    )


def _catches_all(clause: Clause) -> bool:
    return any(exception.name in _ALL_EXCEPTIONS for exception in clause.exceptions)


def _is_false(clause: Clause) -> bool:
    tree = clause.condition.tree
    return isinstance(tree, ast.Constant) and not tree.value


def _report_clash(clauses: Iterable[Clause], others: Iterable[Clause], places: Places) -> None:
    atoms = [atom for clause in clauses for atom in _atoms(clause.condition.tree, clause)]
    more = [atom for clause in others for atom in _atoms(clause.condition.tree, clause)]
    pairs = [*combinations(atoms, 2)] if not more else [(a, b) for a in atoms for b in more]
    for first, second in pairs:
        if first.subject == second.subject and _clash(first, second):
            where = first.clause.span.line
            place = f"on line {where}" if second.clause is not first.clause else "beside it"
            places.fault(
                second.clause.span,
                f"`{second.text}` contradicts `{first.text}` {place}: nothing satisfies both",
            )
            return


def _atoms(node: ast.expr, clause: Clause) -> Iterator[_Atom]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for value in node.values:
            yield from _atoms(value, clause)
    elif isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        for op, left, right in zip(node.ops, sides, sides[1:], strict=False):
            found = _comparison(left, _OPERATORS.get(type(op), ""), right)
            if found is not None:
                yield _Atom(*found, ast.unparse(node), clause)
        yield _Atom(ast.dump(node), "true", None, ast.unparse(node), clause)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield _Atom(ast.dump(node.operand), "not", None, ast.unparse(node), clause)
    elif not isinstance(node, ast.Constant):
        yield _Atom(ast.dump(node), "true", None, ast.unparse(node), clause)


def _comparison(left: ast.expr, op: str, right: ast.expr) -> tuple[str, str, object] | None:
    if not op:
        return None
    if not _has_names(right):
        value = _constant(right)
        subject, op = left, op
    elif not _has_names(left):
        value = _constant(left)
        subject, op = right, _MIRRORED.get(op, op)
    else:
        return None
    if value is _NO_CONSTANT:
        return None
    return ast.dump(subject), op, value


_NO_CONSTANT = object()


def _constant(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError):
        return _NO_CONSTANT


def _has_names(node: ast.expr) -> bool:
    return any(isinstance(each, ast.Name) for each in ast.walk(node))


def _clash(first: _Atom, second: _Atom) -> bool:
    """Whether no value meets both; `False` where that is not certain."""
    operators = {first.operator, second.operator}
    if operators & {"true", "not"}:
        return operators == {"true", "not"}
    if operators & {"is", "is not"}:
        return _clash_of_identities(first, second)
    try:
        if first.operator == "==":
            return not _TESTS[second.operator](first.value, second.value)
        if second.operator == "==":
            return not _TESTS[first.operator](second.value, first.value)
        return _clash_of_bounds(first, second) or _clash_of_bounds(second, first)
    except TypeError:
        return False


def _clash_of_identities(first: _Atom, second: _Atom) -> bool:
    if first.value is not None or second.value is not None:
        nothing, other = (first, second) if first.value is None else (second, first)
        is_none = nothing.value is None and nothing.operator in ("is", "==")
        return is_none and other.operator == "==" and other.value is not None
    return {first.operator, second.operator} in ({"is", "is not"}, {"==", "is not"}, {"is", "!="})


def _clash_of_bounds(upper: _Atom, lower: _Atom) -> bool:
    if upper.operator not in ("<", "<=") or lower.operator not in (">", ">="):
        return False
    if upper.operator == "<=" and lower.operator == ">=":
        return bool(_TESTS["<"](upper.value, lower.value))
    return bool(_TESTS["<="](upper.value, lower.value))


# --- disagreements --------------------------------------------------------------------------------

# Do cases that apply to one call ask for different results?
#
# Only what is certain: two clauses `result == ...` whose right sides have different values,
# whatever the new version does. Then no version could satisfy the contract, and the contract is
# at fault.


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
            if evaluation.condition(both, _AFTER):
                continue
        except (CannotTell, NoValue, ClauseRaised):
            continue
        return contract.fault(second.span, _words(first, second), evaluation.parts)
    return None


def _words(first: Clause, second: Clause) -> str:
    return (
        f"`{second.text}` contradicts `{first.text}` on line {first.span.line} for this call: both "
        "cases apply, and they require different results"
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
        if name in LANGUAGE_VALUES:
            return False
        if name in parameters:
            try:
                value = states.value(name, _AFTER, ClauseBudget())
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
