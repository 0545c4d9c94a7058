"""How do two expressions become one, with the change as deep inside as it goes?"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from swerve.model import Side
from swerve.source.syntax.scopes import COMPREHENSIONS

from ._elements import merged_contents
from ._merging import SITE_COST, Forms, Merged, Merging, cheaper
from ._model import change_of, lines_of, one_sided, rebuilt
from ._names import own_names

NodeT = TypeVar("NodeT", bound=ast.AST)

#: Fields whose truth alone counts.
_TESTS = frozenset({"test", "ifs", "guard"})
_ANNOTATIONS = frozenset({"annotation", "returns"})
_SCOPES = (ast.Lambda, *COMPREHENSIONS)


class Expressions:
    """Merges expressions; remembers what it merged."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self._known: dict[tuple[int, int, bool], Merged[ast.expr] | None] = {}

    def merge(
        self, old: ast.expr, new: ast.expr, is_condition: bool = False
    ) -> Merged[ast.expr] | None:
        """The two in one, at the least cost; `None` for what no change can stand for."""
        if self.forms.are_equal(old, new):
            return Merged(new, 0)
        key = (id(old), id(new), is_condition)
        if key not in self._known:
            self._known[key] = cheaper([self._whole(old, new), self._deep(old, new, is_condition)])
        return self._known[key]

    def _whole(self, old: ast.expr, new: ast.expr) -> Merged[ast.expr] | None:
        if not (_is_value(old) and _is_value(new)):
            return None
        pattern = pattern_of_whole(self.forms, old, new)
        cost = self.forms.size(old, new) + SITE_COST
        return Merged(change_of(old, new, pattern), cost)

    def _deep(self, old: ast.expr, new: ast.expr, is_condition: bool) -> Merged[ast.expr] | None:
        if isinstance(old, ast.BoolOp) or isinstance(new, ast.BoolOp):
            return merged_operands(self, old, new, is_condition)
        if isinstance(old, ast.IfExp) != isinstance(new, ast.IfExp):
            return self._guarded(old, new)
        if type(old) is not type(new) or isinstance(new, (ast.Name, ast.Constant)):
            return None
        if isinstance(new, _SCOPES) and own_names(old) != own_names(new):
            return None
        if isinstance(old, ast.UnaryOp) and isinstance(new, ast.UnaryOp):
            return self._operand(old, new, is_condition)
        merged = merged_contents(self, old, new)
        return merged or self.fields(old, new)

    def _operand(
        self, old: ast.UnaryOp, new: ast.UnaryOp, is_condition: bool
    ) -> Merged[ast.expr] | None:
        if type(old.op) is not type(new.op):
            return None
        inside = self.merge(old.operand, new.operand, isinstance(new.op, ast.Not) or is_condition)
        if inside is None:
            return None
        return Merged(rebuilt(new, operand=inside.node), inside.cost)

    def _guarded(self, old: ast.expr, new: ast.expr) -> Merged[ast.expr] | None:
        """`A` became `A if C else B`, or the reverse: `A if change(True, C) else B`."""
        if isinstance(new, ast.IfExp):
            side, around, alone, pattern = Side.NEW, new, old, "2f"
        elif isinstance(old, ast.IfExp):
            side, around, alone, pattern = Side.OLD, old, new, "2e"
        else:
            return None
        ways: list[Merged[ast.expr]] = []
        for name, other in (("body", around.orelse), ("orelse", around.body)):
            kept = getattr(around, name)
            inside = self.merge(*((alone, kept) if side is Side.NEW else (kept, alone)))
            if inside is not None and _is_value(alone):
                constant = ast.Constant(name == "body")
                test = one_sided(side, around.test, constant, pattern)
                node = rebuilt(around, **{"test": test, name: inside.node})
                cost = inside.cost + self.forms.size(around.test, other) + SITE_COST + 1
                ways.append(Merged(node, cost))
        return cheaper(ways)

    def fields(self, old: NodeT, new: NodeT, *aside: str) -> Merged[NodeT] | None:
        """Two nodes of one type, merged field by field, without those that are set `aside`."""
        values: dict[str, Any] = {}
        cost = 0
        for name in new._fields:
            if name not in aside:
                before, after = getattr(old, name, None), getattr(new, name, None)
                merged = self.field(before, after, name in _TESTS)
                if merged is None:
                    merged = self._one_sided(type(new), name, before, after)
                if merged is None:
                    return None
                values[name] = merged.node
                cost += merged.cost
        return Merged(rebuilt(new, **values), cost)

    def _one_sided(
        self, kind: type[ast.AST], name: str, old: object, new: object
    ) -> Merged[Any] | None:
        """A field that only one side has, where something can stand for none."""
        if isinstance(old, list) and isinstance(new, list):
            return self._filters(old, new) if name == "ifs" else None
        side, there = (Side.NEW, new) if old is None else (Side.OLD, old)
        pattern = "python" if kind is ast.Slice else "5" if name in _ANNOTATIONS else ""
        if not pattern or not isinstance(there, ast.expr) or (old and new):
            return None
        change = one_sided(side, there, ast.Constant(None), pattern)
        return Merged(change, self.forms.size(there) + SITE_COST)

    def _filters(
        self, old: Sequence[ast.expr], new: Sequence[ast.expr]
    ) -> Merged[list[ast.expr]] | None:
        """Conditions of a comprehension, of which one side has one more at the end."""
        if abs(len(old) - len(new)) != 1:
            return None
        shorter = min(len(old), len(new))
        shared = self._list(old[:shorter], new[:shorter], True)
        if shared is None:
            return None
        side, there, pattern = (
            (Side.OLD, old[-1], "1f") if len(old) > shorter else (Side.NEW, new[-1], "1h")
        )
        change = one_sided(side, there, ast.Constant(True), pattern)
        cost = shared.cost + self.forms.size(there) + SITE_COST
        return Merged([*shared.node, change], cost)

    def field(self, old: object, new: object, is_condition: bool = False) -> Merged[Any] | None:
        """What two fields hold, merged; `None` where they differ in what is no expression."""
        if isinstance(old, ast.expr) and isinstance(new, ast.expr):
            return self.merge(old, new, is_condition)
        if isinstance(old, ast.AST) and isinstance(new, ast.AST):
            if self.forms.are_equal(old, new):
                return Merged(new, 0)
            return self.fields(old, new) if type(old) is type(new) and new._fields else None
        if isinstance(old, list) and isinstance(new, list):
            return self._list(old, new, is_condition)
        return Merged(new, 0) if type(old) is type(new) and old == new else None

    def _list(
        self, old: Sequence[object], new: Sequence[object], is_condition: bool
    ) -> Merged[list[Any]] | None:
        if len(old) != len(new):
            return None
        merged = [self.field(a, b, is_condition) for a, b in zip(old, new, strict=True)]
        found = [each for each in merged if each is not None]
        if len(found) < len(merged):
            return None
        return Merged([each.node for each in found], sum(each.cost for each in found))


def _is_value(node: ast.expr) -> bool:
    """The expression can be an argument of a change."""
    if isinstance(node, (ast.Slice, ast.Starred, ast.FormattedValue)):
        return False
    if isinstance(node, ast.Tuple) and any(isinstance(each, ast.Slice) for each in node.elts):
        return False
    return isinstance(getattr(node, "ctx", ast.Load()), ast.Load)


# --- conditions -----------------------------------------------------------------------------------

# How do two conditions become one without parting where both go the same way?
#
# Operands in front that both have are shared; the first that differs and all behind it are one
# change. `A or C` and `A or B or C` give `A or change(C, B or C)`: with `change(False, B) or C`
# the versions would part when both B and C hold.


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
