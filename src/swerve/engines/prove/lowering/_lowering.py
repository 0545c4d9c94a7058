"""How does a function become instructions? Statements, and the frame that they share."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeGuard

from swerve.model import Side
from swerve.source.syntax import FunctionNode, Scope, all_arguments, bound_in

from ..solver._values import ANY, Shape
from . import _loops as loops
from ._expressions import attribute, condition, expression, store
from ._frame import Exit, Frame, Lowering, marked, raised_register, unwind_to
from ._loops import lower_try, lower_with
from ._parts import LivePart
from ._program import Instruction, Move, NoMeaning, Program, Return, Throw, live_at_loops
from ._promised import promised_loop
from ._surroundings import Module, Surroundings, ancestry_of

#: Functions of Python that see the variables of whoever calls them; two only without arguments.
_INTROSPECTIVE = frozenset({"locals", "eval", "exec", "globals"})
_BARE = frozenset({"vars", "dir"})
_SAME_NAMES: Mapping[str, str] = {}


class _Function(Lowering):
    """Writes expressions and statements of every kind."""

    def expression(self, node: ast.AST) -> str:
        return expression(self, node)

    def condition(self, node: ast.expr, when_true: int, when_false: int) -> None:
        condition(self, node, when_true, when_false)

    def store(self, target: ast.expr, value: str, *, skips_inner: bool = False) -> None:
        store(self, target, value, skips_inner=skips_inner)

    def block(self, statements: list[ast.stmt]) -> None:
        block(self, statements)


def program_of(
    surroundings: Surroundings,
    module: Module,
    shapes: dict[str, Shape],
    names: Mapping[str, str] = _SAME_NAMES,
) -> Program:
    """Lower the function in question. Raises `NoMeaning` for what has no instructions.

    `names` tells what parameters are called in the other version, where that differs.
    """
    lowering = _Function(surroundings, module)
    function = module.found.function
    scope = Scope(function, Scope(module.tree, None))
    lowering.frames.append(Frame(function, scope, "", None, bound_in(function)))
    lowering.line = function.lineno
    if scope.nonlocal_names:
        raise lowering.no_meaning("nonlocal")
    parameters = tuple(one.arg for one in all_arguments(function.args))
    lowering.unbound = sorted(scope.bound - set(parameters) - scope.global_names)
    for name in parameters:
        agreed = names.get(name, name)
        lowering.compute("parameter", detail=(agreed, shapes.get(agreed, ANY)), target=name)
    body = function.body
    block(lowering, body)
    lowering.line = body[-1].end_lineno or function.lineno
    lowering.emit(Return(lowering.constant(None)))
    code = _resolved(lowering)
    if _looks_at_variables(function):
        raise NoMeaning("code that inspects variables, such as locals()", function.lineno)
    return Program(
        code=code,
        unbound=tuple(lowering.unbound),
        assumptions=tuple(lowering.assumptions),
        live=live_at_loops(code),
    )


def _looks_at_variables(function: FunctionNode) -> bool:
    """Say whether a function calls one of Python's that sees its variables."""
    arguments = {id(node.func) for node in ast.walk(function) if _has_arguments(node)}
    return any(
        node.id in _INTROSPECTIVE or (node.id in _BARE and id(node) not in arguments)
        for node in ast.walk(function)
        if isinstance(node, ast.Name)
    )


def _has_arguments(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and bool(node.args)


def part_program(
    surroundings: Surroundings, module: Module, shapes: dict[str, Shape], found: LivePart
) -> Program:
    """Lower a part of the function in question, from any state to all ways out of it."""
    lowering = _Function(surroundings, module)
    function, part = module.found.function, found.part
    if _looks_at_variables(function):
        raise NoMeaning("code that inspects variables, such as locals()", function.lineno)
    scope = Scope(function, Scope(module.tree, None))
    result = (lowering.register(), lowering.label())
    lowering.frames.append(Frame(function, scope, "", result, bound_in(function)))
    lowering.exits.append(Exit("frame"))
    lowering.line = function.lineno
    _any_state(lowering, shapes)
    failed, again, out = lowering.label(), lowering.label(), lowering.label()
    if part.around.is_handling:
        lowering.handled.append(lowering.compute("variable", detail=("an active exception",)))
    if part.around.is_in_loop:
        lowering.exits.append(Exit("loop", again, out))
    lowering.handler = failed if part.around.is_guarded else None
    block(lowering, list(part.old if module.side is Side.OLD else part.new))
    lowering.handler = None
    ways = ((None, ()), (again, ()), (out, ()), (result[1], (result[0],)))
    for number, (label, values) in enumerate(ways):
        if label is not None:
            lowering.place(label)
        _end(lowering, found, number, *values)
    lowering.place(failed)
    _end(lowering, found, len(ways), raised_register(lowering))
    code = _resolved(lowering)
    return Program(
        code=code,
        unbound=(result[0],),
        assumptions=tuple(lowering.assumptions),
        live=live_at_loops(code),
        is_whole=False,
    )


def _any_state(lowering: Lowering, shapes: dict[str, Shape]) -> None:
    """Let every variable be anything, and parameters that are never rebound what they are."""
    frame = lowering.frame
    parameters = [one.arg for one in all_arguments(frame.function.args)]
    for name in sorted(frame.scope.bound - frame.scope.global_names):
        if name in parameters and frame.bindings[name] == 1:
            detail = (name, shapes.get(name, ANY))
            lowering.compute("parameter", detail=detail, target=name)
        else:
            lowering.compute("variable", detail=(name,), target=name)


def _end(lowering: Lowering, part: LivePart, way: int, *values: str) -> None:
    live = [name for name in part.live if name in lowering.frame.scope.bound]
    ending = lowering.compute("ending", *values, *live, detail=(way, *live))
    lowering.emit(Return(ending))


#: The fields of instructions that hold labels.
_LABELS = ("to", "head", "when_true", "when_false", "exhausted", "handler")


def _resolved(lowering: Lowering) -> tuple[Instruction, ...]:
    """Put places where labels are."""

    def placed(one: Instruction) -> Instruction:
        found = {name: getattr(one, name, None) for name in _LABELS}
        labels = {name: lowering.labels[at] for name, at in found.items() if at is not None}
        assert None not in labels.values()  # noqa: S101 (every label is placed by whoever made it)
        return replace(one, **labels)

    return tuple(map(placed, lowering.code))


def block(lowering: Lowering, statements: list[ast.stmt]) -> None:
    """Lower statements one after the other."""
    for statement in statements:
        lowering.line = statement.lineno
        _statement(lowering, statement)


def _statement(lowering: Lowering, node: ast.stmt) -> None:
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.Global():
            pass
        case ast.Expr():
            expression(lowering, node.value)
        case ast.Assign():
            value = expression(lowering, node.value)
            for target in node.targets:
                store(lowering, target, value)
        case ast.AnnAssign():
            _annotated(lowering, node)
        case ast.AugAssign():
            _augmented(lowering, node)
        case ast.Return():
            _return(lowering, node)
        case ast.If():
            _if(lowering, node)
        case ast.While() | ast.For() if promised_loop(lowering, node):
            pass
        case ast.While():
            loops.lower_while(lowering, node)
        case ast.For() | ast.AsyncFor():
            loops.lower_for(lowering, node)
        case ast.Break() | ast.Continue():
            _leave_loop(lowering, is_break=isinstance(node, ast.Break))
        case ast.Raise():
            _raise(lowering, node)
        case ast.Assert():
            _assert(lowering, node)
        case ast.Try():
            lower_try(lowering, node)
        case ast.With() | ast.AsyncWith():
            lower_with(lowering, node)
        case ast.Delete():
            for target in node.targets:
                _delete(lowering, target)
        case ast.Import() | ast.ImportFrom():
            _import(lowering, node)
        case ast.FunctionDef() if not node.decorator_list:
            store(lowering, ast.Name(node.name, ast.Store()), expression(lowering, node))
        case _:
            raise lowering.no_meaning(_words_for(node), node)


def _words_for(node: ast.AST) -> str:
    return {
        "FunctionDef": "nested function with decorators",
        "AsyncFunctionDef": "nested async function",
        "ClassDef": "nested class",
        "Match": "match",
        "Nonlocal": "nonlocal",
        "TryStar": "except*",
    }.get(type(node).__name__, type(node).__name__)


def _annotated(lowering: Lowering, node: ast.AnnAssign) -> None:
    if node.value is not None:
        store(lowering, node.target, expression(lowering, node.value))
    elif not isinstance(node.target, ast.Name):
        raise lowering.no_meaning("annotation of an attribute", node)


def _augmented(lowering: Lowering, node: ast.AugAssign) -> None:
    operator = type(node.op).__name__
    target = node.target
    if isinstance(target, ast.Name):
        before = expression(lowering, ast.Name(target.id, ast.Load()))
        value = expression(lowering, node.value)
        store(lowering, target, lowering.compute("inplace", before, value, detail=(operator,)))
    elif isinstance(target, ast.Attribute):
        owner = expression(lowering, target.value)
        before = attribute(lowering, owner, target.attr)
        value = expression(lowering, node.value)
        value = lowering.compute("inplace", before, value, detail=(operator,))
        name = marked(lowering, target.attr)
        lowering.compute("set attribute", owner, value, detail=(name,))
    else:
        owner = expression(lowering, target.value)
        key = expression(lowering, target.slice)
        before = lowering.compute("item", owner, key)
        value = expression(lowering, node.value)
        value = lowering.compute("inplace", before, value, detail=(operator,))
        lowering.compute("set item", owner, key, value)


def _return(lowering: Lowering, node: ast.Return) -> None:
    value = expression(lowering, node.value) if node.value else lowering.constant(None)
    result = lowering.frame.result
    if result is None:
        unwind_to(lowering, 0)
        lowering.emit(Return(value))
        return
    depth = max(at for at, one in enumerate(lowering.exits) if one.kind == "frame")
    register, label = result
    unwind_to(lowering, depth + 1)
    lowering.emit(Move(register, value))
    lowering.jump(label)


def _if(lowering: Lowering, node: ast.If) -> None:
    then, otherwise, end = lowering.label(), lowering.label(), lowering.label()
    condition(lowering, node.test, then, otherwise)
    lowering.place(then)
    block(lowering, node.body)
    lowering.jump(end)
    lowering.place(otherwise)
    block(lowering, node.orelse)
    lowering.place(end)


def _leave_loop(lowering: Lowering, *, is_break: bool) -> None:
    at = max(at for at, one in enumerate(lowering.exits) if one.kind == "loop")
    unwind_to(lowering, at + 1)
    loop = lowering.exits[at]
    lowering.jump(loop.out if is_break else loop.again)


def _raise(lowering: Lowering, node: ast.Raise) -> None:
    if node.exc is None:
        if not lowering.handled:
            raise lowering.no_meaning("raise without an active exception", node)
        lowering.emit(Throw(lowering.handled[-1], lowering.handler))
        return
    raised: ast.expr = node.exc
    if isinstance(raised, ast.Name) and ancestry_of(lowering.module, raised.id):
        raised = ast.copy_location(ast.Call(raised, [], []), raised)
    value = expression(lowering, raised)
    if node.cause is None:
        made = lowering.compute("exception", value)
    else:
        cause = expression(lowering, node.cause)
        made = lowering.compute("exception from", value, cause)
    lowering.emit(Throw(made, lowering.handler))


def _assert(lowering: Lowering, node: ast.Assert) -> None:
    fails, end = lowering.label(), lowering.label()
    condition(lowering, node.test, end, fails)
    lowering.place(fails)
    arguments = [expression(lowering, node.msg)] if node.msg else []
    raised = lowering.compute("make exception", *arguments, detail=("AssertionError",))
    lowering.emit(Throw(raised, lowering.handler))
    lowering.place(end)


def _delete(lowering: Lowering, target: ast.expr) -> None:
    match target:
        case ast.Name() if target.id not in lowering.frame.scope.global_names:
            expression(lowering, ast.Name(target.id, ast.Load()))
            lowering.compute("unbound", target=lowering.frame.prefix + target.id)
        case ast.Attribute():
            owner = expression(lowering, target.value)
            name = marked(lowering, target.attr)
            lowering.compute("delete attribute", owner, detail=(name,))
        case ast.Subscript():
            owner = expression(lowering, target.value)
            lowering.compute("delete item", owner, expression(lowering, target.slice))
        case _:
            raise lowering.no_meaning("`del` with several targets", target)


def _import(lowering: Lowering, node: ast.Import | ast.ImportFrom) -> None:
    for alias in node.names:
        if alias.name == "*":
            raise lowering.no_meaning("star import", node)
        name = alias.asname or alias.name.partition(".")[0]
        source = (node.module, node.level) if isinstance(node, ast.ImportFrom) else None
        value = lowering.compute("import", detail=(source, alias.name, alias.asname is None))
        store(lowering, ast.Name(name, ast.Store()), value)
