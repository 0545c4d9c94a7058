"""How is a change made, before it has a number?

Many ways to merge are tried and few are kept: changes get their numbers at the end.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from swerve.facts.alignment._model import CHANGE, Site
from swerve.facts.alignment._nodes import lines_of
from swerve.model import LineNo, Side

_MARK = "swerve_mark"


@dataclass(frozen=True, slots=True)
class Mark:
    """What is known of a change when it is made; empty patterns follow from the place."""

    pattern: str
    old_lines: tuple[LineNo, ...]
    new_lines: tuple[LineNo, ...]
    absent: Side | None
    is_spliced: bool


def change_of(
    old: ast.expr,
    new: ast.expr,
    pattern: str = "",
    *,
    is_spliced: bool = False,
    lines: tuple[tuple[LineNo, ...], tuple[LineNo, ...]] | None = None,
) -> ast.Call:
    """A change between expressions that are there on both sides."""
    before, after = lines or (lines_of([old]), lines_of([new]))
    return _marked(old, new, Mark(pattern, before, after, None, is_spliced))


def one_sided(
    side: Side,
    there: ast.expr,
    stands_in: ast.expr,
    pattern: str,
    *,
    is_spliced: bool = False,
    lines: Sequence[LineNo] | None = None,
) -> ast.Call:
    """A change to or from nothing: `stands_in` is what the other side has instead of it."""
    own = lines_of([there]) if lines is None else tuple(lines)
    if side is Side.OLD:
        return _marked(there, stands_in, Mark(pattern, own, (), Side.NEW, is_spliced))
    return _marked(stands_in, there, Mark(pattern, (), own, Side.OLD, is_spliced))


def mark_again(change: ast.AST, site: Site) -> None:
    """Give a change that has a number what was known of it before."""
    lines = site.old_lines, site.new_lines
    setattr(change, _MARK, Mark(site.pattern, *lines, site.absent, site.is_spliced))


def mark_of(node: ast.AST) -> Mark | None:
    """What is known of the node when it is a change."""
    mark = getattr(node, _MARK, None)
    return mark if isinstance(mark, Mark) else None


def unmark(node: ast.AST) -> None:
    """Forget what is known of a change."""
    delattr(node, _MARK)


def _marked(old: ast.expr, new: ast.expr, mark: Mark) -> ast.Call:
    call = ast.Call(ast.Name(CHANGE, ast.Load()), [old, new], [])
    setattr(call, _MARK, mark)
    return call
