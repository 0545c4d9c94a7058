"""How is code shared that stands behind a guard in one version only?

`if change(True, C)`, `except change((), E)` and `with change(nullcontext(), W)` guard nothing in
the other version.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from swerve.facts.alignment._frames import Frame, Span, span_of
from swerve.facts.alignment._marks import one_sided
from swerve.facts.alignment._merging import SITE_COST, STATEMENT_COST, Merged
from swerve.facts.alignment._names import mentioned
from swerve.facts.alignment._nodes import lines_of, rebuilt
from swerve.facts.alignment._statements import BlockMerging, handler_alone
from swerve.model import Side

#: Guarded code is shared when so much of it is not at most.
_SHARE_APART = 0.5


def guarded(
    blocks: BlockMerging, side: Side, guard: ast.stmt, rest: Span, frame: Frame | None
) -> Iterator[tuple[int, Merged[ast.stmt]]]:
    """Ways to have some of the first statements of `rest`, of the other side, behind the guard:
    how many, and the merged statement."""
    for name in _guarded_blocks(guard, side, frame):
        block: list[ast.stmt] = getattr(guard, name)
        length = min(len(block), len(rest.statements))
        inside, first = span_of(block), rest.part(0, length)
        sides = (first, inside) if side is Side.NEW else (inside, first)
        body = blocks.merge(*sides, frame)
        forms = blocks.expressions.forms
        if body.cost > _SHARE_APART * forms.size(*block, *first.statements):
            continue
        head = forms.size(guard) - forms.size(*block)
        node = _around(blocks, side, guard, name, body.node or [ast.Pass()], frame)
        if node is not None:
            yield length, Merged(node, body.cost + head + SITE_COST + STATEMENT_COST)


def _guarded_blocks(guard: ast.stmt, side: Side, frame: Frame | None) -> tuple[str, ...]:
    if isinstance(guard, ast.If):
        return ("body", "orelse") if guard.orelse else ("body",)
    if isinstance(guard, ast.Try):
        return ("body",)
    if isinstance(guard, (ast.With, ast.AsyncWith)) and frame is not None:
        other = Side.OLD if side is Side.NEW else Side.NEW
        bound = [
            name
            for item in guard.items
            if item.optional_vars
            for name in mentioned(item.optional_vars)
        ]
        plain = all(isinstance(item.optional_vars, ast.Name | None) for item in guard.items)
        return ("body",) if plain and not any(frame.knows(other, n) for n in bound) else ()
    return ()


def _around(
    blocks: BlockMerging,
    side: Side,
    guard: ast.stmt,
    name: str,
    body: list[ast.stmt],
    frame: Frame | None,
) -> ast.stmt | None:
    if isinstance(guard, ast.If):
        pattern = "2f" if side is Side.NEW else "2e"
        test = one_sided(side, guard.test, ast.Constant(name == "body"), pattern)
        return rebuilt(guard, **{"test": test, name: body})
    if isinstance(guard, ast.Try):
        found = [handler_alone(side, each) for each in guard.handlers]
        handlers = [each for each in found if each is not None]
        if len(handlers) < len(found):
            return None
        orelse = blocks.alone(side, guard.orelse)
        finalbody = blocks.alone(side, guard.finalbody)
        return rebuilt(guard, body=body, handlers=handlers, orelse=orelse, finalbody=finalbody)
    if isinstance(guard, (ast.With, ast.AsyncWith)):
        items = [_item(side, item) for item in guard.items]
        return rebuilt(guard, items=items, body=body)
    return None


def _item(side: Side, item: ast.withitem) -> ast.withitem:
    lines = lines_of([item.context_expr])
    manager = one_sided(side, item.context_expr, null_context(), "python", lines=lines)
    return ast.withitem(manager, item.optional_vars)


def null_context() -> ast.expr:
    """A context manager that does nothing, whatever the module imports."""
    module = ast.Call(ast.Name("__import__", ast.Load()), [ast.Constant("contextlib")], [])
    return ast.Call(ast.Attribute(module, "nullcontext", ast.Load()), [], [])
