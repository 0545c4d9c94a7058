"""How do loops and comprehensions become instructions?

A comprehension is the loop that it stands for. So are `any`, `all` and `sum` of something.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from ._frame import Exit, Lowering, local_register, raised_register
from ._program import Again, Enter, Move, Next, Throw
from ._surroundings import is_builtin

#: Functions of Python that make iterators whose steps are known.
_WALKERS = frozenset({"range", "enumerate", "zip", "reversed"})


def lower_while(lowering: Lowering, node: ast.While) -> None:
    """Lower a `while` statement."""

    def head(otherwise: int) -> None:
        body = lowering.label()
        lowering.condition(node.test, body, otherwise)
        lowering.place(body)

    _loop_statement(lowering, node, head)


def lower_for(lowering: Lowering, node: ast.For | ast.AsyncFor) -> None:
    """Lower a `for` statement."""
    is_async = isinstance(node, ast.AsyncFor)
    iterator = iterated(lowering, node.iter, is_async=is_async)

    def head(otherwise: int) -> None:
        _next(lowering, iterator, node.target, otherwise, node.iter.lineno, is_async=is_async)

    _loop_statement(lowering, node, head)


def _loop_statement(
    lowering: Lowering, node: ast.While | ast.For | ast.AsyncFor, head: Callable[[int], None]
) -> None:
    """Write a loop; its head gets the label of what comes after the last iteration."""
    otherwise, out = lowering.label(), lowering.label()

    def body(again: int) -> None:
        head(otherwise)
        lowering.exits.append(Exit("loop", again, out))
        lowering.looping += 1
        lowering.block(node.body)
        lowering.looping -= 1
        lowering.exits.pop()

    _loop(lowering, node.lineno, body)
    lowering.place(otherwise)
    lowering.block(node.orelse)
    lowering.place(out)


def _loop(lowering: Lowering, line: int, body: Callable[[int], None]) -> None:
    """Write the frame of a loop around its body, which gets the label of the next iteration."""
    loop = lowering.new_loop()
    head, again = lowering.label(), lowering.label()
    lowering.emit(Enter(loop, line))
    lowering.place(head)
    body(again)
    lowering.place(again)
    lowering.emit(Again(loop, head))


def _next(
    lowering: Lowering,
    iterator: str,
    target: ast.expr,
    exhausted: int,
    line: int,
    *,
    is_async: bool = False,
) -> None:
    """Write how the next item gets into its target."""
    item = lowering.register()
    lowering.emit(Next(iterator, item, exhausted, line, lowering.handler, is_async=is_async))
    lowering.store(target, item)


def iterated(lowering: Lowering, node: ast.expr, *, is_async: bool = False) -> str:
    """Lower what is iterated over; return the register of the iterator."""
    word = "async iterate" if is_async else "iterate"
    walker = _walker(lowering, node)
    if walker is not None and not is_async:
        operands = [lowering.expression(argument) for argument in walker[1]]
        return lowering.compute("iterate by", *operands, detail=(walker[0],))
    if isinstance(node, ast.GeneratorExp) and not is_async:
        raise lowering.no_meaning("loop over a generator expression", node)
    return lowering.compute(word, lowering.expression(node))


def _walker(lowering: Lowering, node: ast.expr) -> tuple[str, list[ast.expr]] | None:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        return None
    name = node.func.id
    if name not in _WALKERS or local_register(lowering, name) is not None:
        return None
    if not is_builtin(lowering.module, name):
        return None
    if node.keywords or any(isinstance(a, ast.Starred | ast.GeneratorExp) for a in node.args):
        return None
    fits = {"range": (1, 2, 3), "enumerate": (1, 2), "zip": (1, 2, 3), "reversed": (1,)}
    return (name, node.args) if len(node.args) in fits[name] else None


def lower_comprehension(lowering: Lowering, node: ast.ListComp | ast.SetComp | ast.DictComp) -> str:
    """Lower a comprehension to a loop that fills a fresh collection."""
    words = {ast.ListComp: "list", ast.SetComp: "set", ast.DictComp: "dict"}
    first = iterated(lowering, node.generators[0].iter)
    result = lowering.compute(words[type(node)])

    def add(_end: int) -> None:
        if isinstance(node, ast.DictComp):
            key, value = lowering.expression(node.key), lowering.expression(node.value)
            lowering.compute("set item", result, key, value)
            return
        word = "append" if isinstance(node, ast.ListComp) else "set add"
        lowering.compute(word, result, lowering.expression(node.elt))

    generators_loop(lowering, node.generators, first, add)
    return result


def generators_loop(
    lowering: Lowering,
    generators: list[ast.comprehension],
    first: str,
    body: Callable[[int], None],
) -> None:
    """Write the loops of a comprehension around a body, which gets the label after them all."""
    names: dict[str, str] = {}
    for generator in generators:
        if generator.is_async:
            raise lowering.no_meaning("async comprehension", generator.target)
        for target in ast.walk(generator.target):
            if isinstance(target, ast.Name):
                names[target.id] = f"{lowering.register()}.{target.id}"
    for register in names.values():
        lowering.compute("unbound", target=register)
    end = lowering.label()
    lowering.frame.inner_names.append(names)
    lowering.looping += 1
    _generator(lowering, generators, 0, first, lambda: body(end))
    lowering.looping -= 1
    lowering.frame.inner_names.pop()
    lowering.place(end)


def _generator(
    lowering: Lowering,
    generators: list[ast.comprehension],
    at: int,
    first: str,
    body: Callable[[], None],
) -> None:
    if at == len(generators):
        body()
        return
    generator = generators[at]
    iterator = first if at == 0 else iterated(lowering, generator.iter)
    out = lowering.label()

    def inside(again: int) -> None:
        _next(lowering, iterator, generator.target, out, lowering.line)
        for test in generator.ifs:
            passes = lowering.label()
            lowering.condition(test, passes, again)
            lowering.place(passes)
        _generator(lowering, generators, at + 1, first, body)

    _loop(lowering, lowering.line, inside)
    lowering.place(out)


def consumed(lowering: Lowering, name: str, node: ast.Call) -> str:
    """Lower `any`, `all` or `sum` of something to the loop that it runs."""
    argument = node.args[0]
    result = lowering.register()
    if isinstance(argument, ast.GeneratorExp):
        generators, item = argument.generators, argument.elt
    else:
        item = ast.copy_location(ast.Name("item of the sum", ast.Load()), argument)
        target = ast.Name("item of the sum", ast.Store())
        generators = [ast.comprehension(target, argument, [], 0)]
    first = iterated(lowering, generators[0].iter)
    start = {"any": False, "all": True, "sum": 0}[name]
    begin = lowering.expression(node.args[1]) if len(node.args) > 1 else lowering.constant(start)
    lowering.emit(Move(result, begin))

    def step(end: int) -> None:
        if name == "sum":
            value = lowering.expression(item)
            lowering.compute("sum step", result, value, target=result)
            return
        stays, ends = lowering.label(), lowering.label()
        test = lowering.expression(item)
        lowering.branch(test, *((ends, stays) if name == "any" else (stays, ends)))
        lowering.place(ends)
        lowering.emit(Move(result, lowering.constant(name == "any")))
        lowering.jump(end)
        lowering.place(stays)

    generators_loop(lowering, generators, first, step)
    return result


# --- tries ----------------------------------------------------------------------------------------

# How do `try` and `with` become instructions?
#
# A `finally` block is written once for each way out of the block it guards, as Python itself
# does.


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


def _guarded(
    lowering: Lowering,
    body: Callable[[], None],
    cleanup: Callable[[], None],
    fail: Callable[[str, int], None] | None = None,
) -> None:
    """Run a body, and a cleanup after it however it ends.

    What is done instead when it raises gets the exception, and the label of what comes after all.
    """
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
    if fail is not None:
        fail(saved, end)
    else:
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

    def body() -> None:
        if items[0].optional_vars is not None:
            lowering.store(items[0].optional_vars, entered)
        _with_items(lowering, node, items[1:])

    def leave() -> None:
        lowering.compute(word + "exit", manager)

    def fail(saved: str, suppressed: int) -> None:
        answer = lowering.compute(word + "exit raising", manager, saved)
        raises = lowering.label()
        lowering.branch(answer, suppressed, raises)
        lowering.place(raises)

    _guarded(lowering, body, leave, fail)
