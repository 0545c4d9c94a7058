"""How is a statement written that only one version has, so that the other runs past it?"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from swerve.model import Side

from ._merging import SITE_COST, STATEMENT_COST, Forms, Merged
from ._model import change_of, lines_of, one_sided, rebuilt
from ._names import Frame, Span


def one_sided_statements(
    forms: Forms, old: Span, new: Span, frame: Frame | None
) -> Merged[list[ast.stmt]]:
    """Statements that stand at one place of the function and match none of the other side.

    Conditions and values that differ are left where they are when all can be written like that;
    else which statements run is one change (rule 3).
    """
    # Removed statements come first: in the old version what is added stands behind them.
    removed = [_alone(Side.OLD, each, new.part(0, 0), frame) for each in old.statements]
    behind = old.part(old.stop - old.start, old.stop - old.start)
    added = [_alone(Side.NEW, each, behind, frame) for each in new.statements]
    found = [each for each in (*removed, *added) if each is not None]
    size = forms.size(*old.statements, *new.statements)
    if len(found) == len(removed) + len(added):
        return Merged(found, size + SITE_COST * len(found))
    return Merged([decided(old.statements, new.statements)], size + STATEMENT_COST)


def decided(old: Sequence[ast.stmt], new: Sequence[ast.stmt]) -> ast.stmt:
    """Rule 3: `if change(True, False): ... else: ...`."""
    if not old:
        test = one_sided(Side.NEW, _true(), _false(), "3b", lines=lines_of(new))
        return _if(test, list(new), [])
    if not new:
        test = one_sided(Side.OLD, _true(), _false(), "3a", lines=lines_of(old))
        return _if(test, list(old), [])
    test = change_of(_true(), _false(), "3c", lines=(lines_of(old), lines_of(new)))
    return _if(test, list(old), list(new))


def _if(test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> ast.stmt:
    node = ast.If(test, body, orelse)
    return ast.copy_location(node, (orelse or body)[0])


def _true() -> ast.expr:
    return ast.Constant(True)


def _false() -> ast.expr:
    return ast.Constant(False)


def _alone(side: Side, node: ast.stmt, gap: Span, frame: Frame | None) -> ast.stmt | None:
    """Rules 2 and 4, where they apply. `gap` is the place on the other side."""
    pattern = "2c" if side is Side.NEW else "2d"
    if isinstance(node, (ast.If, ast.While)) and not node.orelse:
        lines = lines_of([node])
        return rebuilt(node, test=one_sided(side, node.test, _false(), pattern, lines=lines))
    if isinstance(node, ast.For) and not node.orelse:
        nothing = ast.Tuple([], ast.Load())
        lines = lines_of([node])
        return rebuilt(node, iter=one_sided(side, node.iter, nothing, pattern, lines=lines))
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and frame is not None:
        stands_in = _value_elsewhere(side, node.targets[0], gap, frame)
        if stands_in is not None:
            value, pattern = stands_in
            lines = lines_of([node])
            return rebuilt(node, value=one_sided(side, node.value, value, pattern, lines=lines))
    return None


def _value_elsewhere(
    side: Side, target: ast.expr, gap: Span, frame: Frame
) -> tuple[ast.expr, str] | None:
    """What the target can be given in the version that does not assign to it."""
    other = Side.OLD if side is Side.NEW else Side.NEW
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    plain = [each.id for each in names if isinstance(each, ast.Name)]
    if len(plain) < len(names) or not all(frame.owns(side, name) for name in plain):
        return None
    kept: list[ast.expr] = []
    for name in plain:
        if frame.has_bound(other, name, gap):
            kept.append(ast.Name(name, ast.Load()))
        elif not frame.knows(other, name) or frame.ignores(other, name):
            kept.append(ast.Constant(None))
        else:
            return None
    value = ast.Tuple(kept, ast.Load()) if isinstance(target, ast.Tuple) else kept[0]
    is_new = not any(frame.knows(other, name) for name in plain)
    return value, "4" if is_new else "2a" if side is Side.NEW else "2b"
