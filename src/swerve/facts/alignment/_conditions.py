"""How do two conditions become one without parting where both go the same way?

Operands in front that both have are shared; the first that differs and all behind it are one
change. `A or C` and `A or B or C` give `A or change(C, B or C)`: with `change(False, B) or C`
the versions would part when both B and C hold.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from swerve.facts.alignment._forms import Forms
from swerve.facts.alignment._marks import change_of, one_sided
from swerve.facts.alignment._merging import SITE_COST, Merged, Merging, cheaper
from swerve.facts.alignment._nodes import lines_of
from swerve.model import Side

_Operator = ast.And | ast.Or
#: By operator, and by the side that has more: how the paper calls it.
_MORE: dict[tuple[type[_Operator], Side], str] = {
    (ast.Or, Side.NEW): "1e",
    (ast.And, Side.OLD): "1f",
    (ast.Or, Side.OLD): "1g",
    (ast.And, Side.NEW): "1h",
}
#: An operand became another one when so much of both is not shared at most.
_SHARE_APART = 0.7
_MORE_IN_FRONT: dict[type[_Operator], str] = {ast.Or: "1i", ast.And: "1j"}


def merged_operands(
    merging: Merging, old: ast.expr, new: ast.expr, is_condition: bool
) -> Merged[ast.expr] | None:
    """`and` and `or`, of which one side may have none: it is then the only operand."""
    return cheaper(
        way
        for operator in _MORE_IN_FRONT
        if _is_of(old, operator) or _is_of(new, operator)
        for way in _ways(merging, operator, old, new, is_condition)
    )


def pattern_of_whole(forms: Forms, old: ast.expr, new: ast.expr) -> str:
    """What the paper calls a change of a whole condition to or from its last operands."""
    for operator, pattern in _MORE_IN_FRONT.items():
        if _is_of(old, operator) or _is_of(new, operator):
            olds, news = _operands(old, operator), _operands(new, operator)
            if _ends_alike(forms, olds, news):
                return pattern
    return ""


def _is_of(node: ast.expr, operator: type[_Operator]) -> bool:
    return isinstance(node, ast.BoolOp) and isinstance(node.op, operator)


def _operands(node: ast.expr, operator: type[_Operator]) -> list[ast.expr]:
    is_one = isinstance(node, ast.BoolOp) and isinstance(node.op, operator)
    return list(node.values) if is_one else [node]  # type: ignore[attr-defined]


def _ends_alike(forms: Forms, old: Sequence[ast.expr], new: Sequence[ast.expr]) -> bool:
    shorter = min(len(old), len(new))
    ends = zip(old[-shorter:], new[-shorter:], strict=True)
    return len(old) != len(new) and all(forms.are_equal(a, b) for a, b in ends)


def _ways(
    merging: Merging,
    operator: type[_Operator],
    old_condition: ast.expr,
    new_condition: ast.expr,
    is_condition: bool,
) -> Iterator[Merged[ast.expr]]:
    """One for each number of operands in front that are shared.

    One operand may be another one, when all the others are still what they were.
    """
    old, new = _operands(old_condition, operator), _operands(new_condition, operator)
    shared: list[ast.expr] = []
    cost = unlike = 0
    for before, after in zip(old, new, strict=False):
        merged = merging.merge(before, after, is_condition)
        if merged is None:
            return
        unlike += merged.cost > _SHARE_APART * merging.forms.size(before, after) + SITE_COST
        if unlike > (len(old) == len(new)):
            return
        shared.append(merged.node)
        cost += merged.cost
        if unlike and len(shared) < len(old):
            continue
        rest = _rest(merging.forms, operator, old[len(shared) :], new[len(shared) :], is_condition)
        if rest is not None:
            values = [*shared, *([rest.node] if rest.node else [])]
            if len(values) > 1:
                node = ast.copy_location(ast.BoolOp(operator(), values), new[0])
                yield Merged(node, cost + rest.cost)


def _rest(
    forms: Forms,
    operator: type[_Operator],
    old: Sequence[ast.expr],
    new: Sequence[ast.expr],
    is_condition: bool,
) -> Merged[ast.expr | None] | None:
    """The operands behind the shared ones as one change.

    Where only one side has some, what stands in for none of them makes a value another one: it
    will do for a condition only.
    """
    cost = forms.size(*old, *new) + SITE_COST
    if not old and not new:
        return Merged(None, 0)
    if old and new:
        pattern = _MORE_IN_FRONT[operator] if _ends_alike(forms, old, new) else ""
        before, after = _joined(operator, old), _joined(operator, new)
        return Merged(change_of(before, after, pattern, is_spliced=True), cost)
    if not is_condition:
        return None
    side, there = (Side.OLD, old) if old else (Side.NEW, new)
    neutral = ast.Constant(operator is ast.And)
    pattern = _MORE[operator, side]
    joined = _joined(operator, there)
    return Merged(one_sided(side, joined, neutral, pattern, is_spliced=True), cost)


def _joined(operator: type[_Operator], operands: Sequence[ast.expr]) -> ast.expr:
    if len(operands) == 1:
        return operands[0]
    joined = ast.BoolOp(operator(), list(operands))
    lines = lines_of(operands)
    joined.lineno, joined.end_lineno = lines[0], lines[-1]
    joined.col_offset, joined.end_col_offset = operands[0].col_offset, operands[-1].end_col_offset
    return joined
