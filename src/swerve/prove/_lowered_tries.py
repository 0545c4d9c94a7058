"""How do `try` and `with` become instructions?

A `finally` block is written once for each way out of the block it guards, as Python itself does.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from swerve.prove._lowered_expressions import expression, store
from swerve.prove._program import RAISED, Move, Throw

if TYPE_CHECKING:
    from swerve.prove._lowering import Lowering

Block = Callable[["Lowering", list[ast.stmt]], None]


def lower_try(lowering: Lowering, node: ast.Try, block: Block) -> None:
    """Lower a `try` statement with all its parts."""
    if node.finalbody:
        _guarded(
            lowering,
            lambda: _handled(lowering, node, block),
            lambda: block(lowering, node.finalbody),
        )
    else:
        _handled(lowering, node, block)


def _guarded(lowering: Lowering, body: Callable[[], None], cleanup: Callable[[], None]) -> None:
    """Run a body, and a cleanup after it however it ends."""
    from swerve.prove._lowering import Exit

    outer = lowering.handler
    failed, end = lowering.label(), lowering.label()

    def unwind() -> None:
        inner, lowering.handler = lowering.handler, outer
        cleanup()
        lowering.handler = inner

    lowering.exits.append(Exit("finally", unwind=unwind))
    lowering.handler = failed
    body()
    lowering.exits.pop()
    lowering.handler = outer
    cleanup()
    lowering.jump(end)
    lowering.place(failed)
    saved = _saved(lowering)
    lowering.handled.append(saved)
    cleanup()
    lowering.handled.pop()
    lowering.emit(Throw(saved, lowering.handler))
    lowering.place(end)


def _saved(lowering: Lowering) -> str:
    saved = lowering.register()
    lowering.emit(Move(saved, RAISED))
    return saved


def _handled(lowering: Lowering, node: ast.Try, block: Block) -> None:
    if not node.handlers:
        block(lowering, node.body)
        block(lowering, node.orelse)
        return
    outer = lowering.handler
    failed, end = lowering.label(), lowering.label()
    lowering.handler = failed
    block(lowering, node.body)
    lowering.handler = outer
    block(lowering, node.orelse)
    lowering.jump(end)
    lowering.place(failed)
    saved = _saved(lowering)
    for handler in node.handlers:
        _handler(lowering, handler, saved, end, block)
    lowering.emit(Throw(saved, lowering.handler))
    lowering.place(end)


def _handler(
    lowering: Lowering, handler: ast.ExceptHandler, saved: str, end: int, block: Block
) -> None:
    lowering.line = handler.lineno
    skip = lowering.label()
    if handler.type is not None:
        matches, chosen = _matches(lowering, handler.type, saved), lowering.label()
        lowering.branch(matches, chosen, skip)
        lowering.place(chosen)
    name = handler.name
    lowering.handled.append(saved)
    if name is None:
        block(lowering, handler.body)
    else:
        store(lowering, ast.Name(name, ast.Store()), saved)
        register = lowering.frame.prefix + name
        _guarded(
            lowering,
            lambda: block(lowering, handler.body),
            lambda: _forget(lowering, register),
        )
    lowering.handled.pop()
    lowering.jump(end)
    lowering.place(skip)


def _forget(lowering: Lowering, register: str) -> None:
    lowering.compute("unbound", target=register)


def _matches(lowering: Lowering, kind: ast.expr, saved: str) -> str:
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    registers = [expression(lowering, one) for one in kinds]
    return lowering.compute("exception matches", saved, *registers)


def lower_with(lowering: Lowering, node: ast.With | ast.AsyncWith, block: Block) -> None:
    """Lower a `with` statement, item by item."""
    _with_items(lowering, node, node.items, block)


def _with_items(
    lowering: Lowering,
    node: ast.With | ast.AsyncWith,
    items: list[ast.withitem],
    block: Block,
) -> None:
    from swerve.prove._lowering import Exit

    if not items:
        block(lowering, node.body)
        return
    word = "async " if isinstance(node, ast.AsyncWith) else ""
    manager = expression(lowering, items[0].context_expr)
    entered = lowering.compute(word + "enter", manager)
    outer = lowering.handler
    failed, end, suppressed = lowering.label(), lowering.label(), lowering.label()

    def unwind() -> None:
        inner, lowering.handler = lowering.handler, outer
        lowering.compute(word + "exit", manager)
        lowering.handler = inner

    lowering.exits.append(Exit("with", unwind=unwind))
    lowering.handler = failed
    variables = items[0].optional_vars
    if variables is not None:
        store(lowering, variables, entered)
    _with_items(lowering, node, items[1:], block)
    lowering.exits.pop()
    lowering.handler = outer
    lowering.compute(word + "exit", manager)
    lowering.jump(end)
    lowering.place(failed)
    saved = _saved(lowering)
    answer = lowering.compute(word + "exit raising", manager, saved)
    raises = lowering.label()
    lowering.branch(answer, suppressed, raises)
    lowering.place(raises)
    lowering.emit(Throw(saved, lowering.handler))
    lowering.place(suppressed)
    lowering.place(end)
