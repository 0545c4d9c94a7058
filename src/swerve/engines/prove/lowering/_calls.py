"""How do calls become instructions, and which callees are put in their place?

A callee that differs between the versions is put in place where its body is at hand.
"""

from __future__ import annotations

import ast
import string

from swerve.source.syntax import FunctionNode, Scope, bound_in
from swerve.source.syntax.scopes import defaults_of, is_generator

from .._limits import DEEPEST
from ._frame import Exit, Frame, Lowering, local_register
from ._loops import consumed, generators_loop, iterated
from ._program import Move
from ._promised import promised_call
from ._surroundings import ancestry_of, function_named, is_builtin

_STOPS = "nothing called in a generator expression raises StopIteration"


def lower_call(lowering: Lowering, node: ast.Call) -> str:
    """Lower a call; return the register of its result."""
    special = (
        _consumer(lowering, node)
        or _formatting(lowering, node)
        or _made_exception(lowering, node)
        or _placed(lowering, node)
    )
    if special is not None:
        return special
    if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
        return _super(lowering, node)
    called = lowering.expression(node.func)
    operands, marks = [called], []
    line = lowering.line
    for argument in node.args:
        is_starred = isinstance(argument, ast.Starred)
        value = argument.value if isinstance(argument, ast.Starred) else argument
        operands.append(lowering.expression(value))
        marks.append("*" if is_starred else "")
    for keyword in node.keywords:
        operands.append(lowering.expression(keyword.value))
        marks.append(keyword.arg or "**")
    lowering.line = line
    return lowering.compute("call", *operands, detail=tuple(marks))


def _made_exception(lowering: Lowering, node: ast.Call) -> str | None:
    """An exception of a class of the module that only has another name than one of Python."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    ancestry = ancestry_of(lowering.module, name)
    is_shadowed = local_register(lowering, name) is not None
    if not ancestry or is_shadowed or lowering.surroundings.differing.intersection(ancestry):
        return None
    if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
        return None
    lowering.assume("names of the module are not rebound")
    arguments = [lowering.expression(argument) for argument in node.args]
    return lowering.compute("make exception", *arguments, detail=(name, *ancestry))


def _super(lowering: Lowering, node: ast.Call) -> str:
    parameters = lowering.frame.function.args
    names = [*parameters.posonlyargs, *parameters.args]
    if len(lowering.frames) > 1 or not names or lowering.frame.bindings[names[0].arg] != 1:
        raise lowering.no_meaning("super", node)
    return lowering.compute("super", names[0].arg)


def _is_call_of_builtin(lowering: Lowering, node: ast.expr) -> str | None:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        return None
    name = node.func.id
    if local_register(lowering, name) is not None or not is_builtin(lowering.module, name):
        return None
    return name


def _consumer(lowering: Lowering, node: ast.Call) -> str | None:
    """A call that runs through a generator expression, as the loop that it is."""
    if node.keywords or not node.args or isinstance(node.args[0], ast.Starred):
        return None
    name = _is_call_of_builtin(lowering, node)
    is_generator = isinstance(node.args[0], ast.GeneratorExp)
    if name in ("any", "all", "sum"):
        if len(node.args) == 2 and (name != "sum" or not _is_int(node.args[1])):
            return None
        if len(node.args) > 2:
            return None
        if is_generator:
            lowering.assume(_STOPS)
        return consumed(lowering, name, node)
    if not is_generator or len(node.args) != 1:
        return None
    is_join = (
        isinstance(node.func, ast.Attribute)
        and node.func.attr == "join"
        and isinstance(node.func.value, ast.Constant)
        and isinstance(node.func.value.value, str)
    )
    if is_join or name in ("list", "tuple", "sorted", "set"):
        lowering.assume(_STOPS)
        return _filled(lowering, node, "join" if is_join else str(name))
    return None


def _is_int(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _filled(lowering: Lowering, node: ast.Call, name: str) -> str:
    """Fill a list from a generator expression, then make of it what was asked for."""
    argument = node.args[0]
    assert isinstance(argument, ast.GeneratorExp)  # noqa: S101 (for mypy: the caller asked)
    first = iterated(lowering, argument.generators[0].iter)
    items = lowering.compute("set" if name == "set" else "list")

    def add(_end: int) -> None:
        word = "set add" if name == "set" else "append"
        lowering.compute(word, items, lowering.expression(argument.elt))

    generators_loop(lowering, argument.generators, first, add)
    if name in ("list", "set"):
        return items
    if name == "tuple":
        return lowering.compute("tuple of list", items)
    return lowering.compute("call", lowering.expression(node.func), items, detail=("",))


def _formatting(lowering: Lowering, node: ast.Call) -> str | None:
    """`"... {} ...".format(...)` with plain fields, as the f-string that it stands for."""
    function = node.func
    if not (isinstance(function, ast.Attribute) and function.attr == "format"):
        return None
    if not (isinstance(function.value, ast.Constant) and isinstance(function.value.value, str)):
        return None
    if any(isinstance(argument, ast.Starred) for argument in node.args):
        return None
    if any(keyword.arg is None for keyword in node.keywords):
        return None
    pieces = _pieces(function.value.value, len(node.args), {k.arg or "" for k in node.keywords})
    if pieces is None:
        return None
    values: dict[int | str, str] = {}
    for at, argument in enumerate(node.args):
        values[at] = lowering.expression(argument)
    for keyword in node.keywords:
        values[keyword.arg or ""] = lowering.expression(keyword.value)
    parts = []
    for literal, key, spec in pieces:
        if literal:
            parts.append(lowering.constant(literal))
        if key is not None:
            operands = (values[key], lowering.constant(spec))
            parts.append(lowering.compute("format", *operands, detail=(-1,)))
    return lowering.compute("joined text", *parts)


def _pieces(
    text: str, count: int, names: set[str]
) -> list[tuple[str, int | str | None, str]] | None:
    pieces: list[tuple[str, int | str | None, str]] = []
    automatic = 0
    try:
        parsed = list(string.Formatter().parse(text))
    except ValueError:
        return None
    for literal, name, spec, conversion in parsed:
        if name is None:
            pieces.append((literal, None, ""))
            continue
        key: int | str = name
        if name == "":
            key, automatic = automatic, automatic + 1
        elif name.isdigit():
            key = int(name)
        is_there = key < count if isinstance(key, int) else key in names
        if conversion or "{" in (spec or "") or not is_there:
            return None
        pieces.append((literal, key, spec or ""))
    mixed = automatic and any(name and name.isdigit() for _, name, _, _ in parsed)
    return None if mixed else pieces


def _placed(lowering: Lowering, node: ast.Call) -> str | None:
    """The body of a callee that differs between the versions, where the call was."""
    found = _callee(lowering, node)
    if found is None:
        return None
    function, receiver, words = found
    arguments = _arguments(function, node, skips=1 if receiver else 0)
    if arguments is None:
        return None
    name = _qualified(lowering, function, has_receiver=receiver is not None)
    own = [(function.args.args[0].arg, _own(node))] if receiver else []
    promised = promised_call(lowering, name, function, [*own, *arguments])
    if promised is not None:
        lowering.assume(words)
        return promised
    if not _can_be_placed(lowering, function):
        return None
    lowering.assume(words)
    lowering.assume("the recursion limit is not reached")
    return _in_place(lowering, function, receiver, arguments)


def _qualified(lowering: Lowering, function: FunctionNode, *, has_receiver: bool) -> str:
    class_node = lowering.module.found.class_node
    return f"{class_node.name}.{function.name}" if has_receiver and class_node else function.name


def _own(node: ast.Call) -> ast.expr:
    """What a method is called on."""
    assert isinstance(node.func, ast.Attribute)  # noqa: S101 (for mypy: it has a receiver)
    return node.func.value


def _function(lowering: Lowering, name: str) -> FunctionNode | None:
    """A function of the module, also the one in question where its contract is relied on."""
    found = lowering.module.found
    if name == found.qualified and name in lowering.surroundings.promises.callees:
        return found.function
    return function_named(lowering.module, name)


def _callee(lowering: Lowering, node: ast.Call) -> tuple[FunctionNode, str | None, str] | None:
    function = node.func
    differing = lowering.surroundings.differing
    if isinstance(function, ast.Name) and function.id in differing:
        if local_register(lowering, function.id) is not None:
            return None
        found = _function(lowering, function.id)
        return (found, None, "names of the module are not rebound") if found else None
    class_node = lowering.module.found.class_node
    parameters = lowering.frame.function.args.args
    if class_node is None or not parameters or not isinstance(function, ast.Attribute):
        return None
    own = parameters[0].arg
    is_own = isinstance(function.value, ast.Name) and function.value.id == own
    if not is_own or function.attr not in differing or lowering.frame.bindings[own] != 1:
        return None
    name = f"{class_node.name}.{function.attr}"
    found = _function(lowering, name)
    if found is None:
        return None
    register = local_register(lowering, own)
    is_plain = not lowering.module.found.function.decorator_list
    return (found, register, f"{name} is not overridden") if register and is_plain else None


def _can_be_placed(lowering: Lowering, function: FunctionNode) -> bool:
    scope = Scope(function, Scope(lowering.module.tree, None))
    return (
        isinstance(function, ast.FunctionDef)
        and not is_generator(function)
        and not function.decorator_list
        and not scope.nonlocal_names
        and len(lowering.frames) < DEEPEST
        and all(frame.function is not function for frame in lowering.frames)
        and function is not lowering.module.found.function
    )


def _arguments(
    function: FunctionNode, node: ast.Call, *, skips: int
) -> list[tuple[str, ast.expr]] | None:
    """The parameters and what they get, in the order of evaluation."""
    given = function.args
    if given.vararg or given.kwarg or any(isinstance(a, ast.Starred) for a in node.args):
        return None
    positional = [one.arg for one in (*given.posonlyargs, *given.args)][skips:]
    named = {one.arg for one in (*given.args, *given.kwonlyargs)}
    if len(node.args) > len(positional):
        return None
    pairs = list(zip(positional, node.args, strict=False))
    for keyword in node.keywords:
        if keyword.arg not in named or keyword.arg in dict(pairs):
            return None
        pairs.append((keyword.arg, keyword.value))
    defaults = defaults_of(given)
    for name in (*positional, *(one.arg for one in given.kwonlyargs)):
        if name not in dict(pairs):
            if not isinstance(defaults.get(name), ast.Constant):
                return None
            pairs.append((name, defaults[name]))
    return pairs


def _in_place(
    lowering: Lowering,
    function: FunctionNode,
    receiver: str | None,
    arguments: list[tuple[str, ast.expr]],
) -> str:
    prefix = f"{lowering.register()}."
    for name, value in arguments:
        lowering.emit(Move(prefix + name, lowering.expression(value)))
    if receiver is not None:
        parameters = [*function.args.posonlyargs, *function.args.args]
        lowering.emit(Move(prefix + parameters[0].arg, receiver))
    scope = Scope(function, Scope(lowering.module.tree, None))
    bound = {name for name, _ in arguments}
    own = [one.arg for one in function.args.args[:1]] if receiver else []
    for name in sorted(scope.bound - bound - set(own) - scope.global_names):
        lowering.compute("unbound", target=prefix + name)
    result, end = lowering.register(), lowering.label()
    lowering.frames.append(Frame(function, scope, prefix, (result, end), bound_in(function)))
    lowering.exits.append(Exit("frame"))
    handled, lowering.handled = lowering.handled, []
    line = lowering.line
    lowering.block(function.body)
    lowering.line = line
    lowering.emit(Move(result, lowering.constant(None)))
    lowering.place(end)
    lowering.handled = handled
    lowering.exits.pop()
    lowering.frames.pop()
    return result
