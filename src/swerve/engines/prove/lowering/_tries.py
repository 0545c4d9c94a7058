"""How do `try` and `with` become instructions?

A `finally` block is written once for each way out of the block it guards, as Python itself does.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from swerve.engines.prove.lowering._frame import Exit, Lowering, raised_register
from swerve.engines.prove.lowering._program import Throw


def lower_try(lowering: Lowering, node: ast.Try) -> None:
    """Lower a `try` statement with all its parts."""
    if node.finalbody:
        _guarded(
            lowering,
            lambda: _handled(lowering, node),
            lambda: lowering.block(node.finalbody),
        )
    else:
        _handled(lowering, node)


def _guarded(lowering: Lowering, body: Callable[[], None], cleanup: Callable[[], None]) -> None:
    """Run a body, and a cleanup after it however it ends."""
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
    saved = raised_register(lowering)
    lowering.handled.append(saved)
    cleanup()
    lowering.handled.pop()
    lowering.emit(Throw(saved, lowering.handler))
    lowering.place(end)


def _handled(lowering: Lowering, node: ast.Try) -> None:
    if not node.handlers:
        lowering.block(node.body)
        lowering.block(node.orelse)
        return
    outer = lowering.handler
    failed, end = lowering.label(), lowering.label()
    lowering.handler = failed
    lowering.block(node.body)
    lowering.handler = outer
    lowering.block(node.orelse)
    lowering.jump(end)
    lowering.place(failed)
    saved = raised_register(lowering)
    for handler in node.handlers:
        _handler(lowering, handler, saved, end)
    lowering.emit(Throw(saved, lowering.handler))
    lowering.place(end)


def _handler(lowering: Lowering, handler: ast.ExceptHandler, saved: str, end: int) -> None:
    lowering.line = handler.lineno
    skip = lowering.label()
    if handler.type is not None:
        matches, chosen = _matches(lowering, handler.type, saved), lowering.label()
        lowering.branch(matches, chosen, skip)
        lowering.place(chosen)
    name = handler.name
    lowering.handled.append(saved)
    if name is None:
        lowering.block(handler.body)
    else:
        lowering.store(ast.Name(name, ast.Store()), saved)
        register = lowering.frame.prefix + name
        _guarded(
            lowering,
            lambda: lowering.block(handler.body),
            lambda: _forget(lowering, register),
        )
    lowering.handled.pop()
    lowering.jump(end)
    lowering.place(skip)


def _forget(lowering: Lowering, register: str) -> None:
    lowering.compute("unbound", target=register)


def _matches(lowering: Lowering, kind: ast.expr, saved: str) -> str:
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    registers = [lowering.expression(one) for one in kinds]
    return lowering.compute("exception matches", saved, *registers)


def lower_with(lowering: Lowering, node: ast.With | ast.AsyncWith) -> None:
    """Lower a `with` statement, item by item."""
    _with_items(lowering, node, node.items)


def _with_items(
    lowering: Lowering,
    node: ast.With | ast.AsyncWith,
    items: list[ast.withitem],
) -> None:
    if not items:
        lowering.block(node.body)
        return
    word = "async " if isinstance(node, ast.AsyncWith) else ""
    manager = lowering.expression(items[0].context_expr)
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
        lowering.store(variables, entered)
    _with_items(lowering, node, items[1:])
    lowering.exits.pop()
    lowering.handler = outer
    lowering.compute(word + "exit", manager)
    lowering.jump(end)
    lowering.place(failed)
    saved = raised_register(lowering)
    answer = lowering.compute(word + "exit raising", manager, saved)
    raises = lowering.label()
    lowering.branch(answer, suppressed, raises)
    lowering.place(raises)
    lowering.emit(Throw(saved, lowering.handler))
    lowering.place(suppressed)
    lowering.place(end)
