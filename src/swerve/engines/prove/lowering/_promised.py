"""Which calls and loops are taken by their contracts, and how do they become instructions?"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from swerve.meaning.contract import Contract
from swerve.model import Side
from swerve.source.syntax import FunctionNode, Scope, all_arguments
from swerve.source.syntax.scopes import loops_in

from ..solver._claims import Promised, is_usable
from ..solver._values import ANY, Shape, shape_of
from ._frame import Lowering
from ._program import Move
from ._surroundings import Module, function_named, is_builtin

#: Functions of Python that only look at plain values.
_PURE = frozenset(
    {"len", "abs", "min", "max", "int", "str", "bool", "float", "isinstance", "range"}
)
_EFFECTS = (
    *(ast.Attribute, ast.Subscript, ast.Yield, ast.YieldFrom, ast.Await, ast.With, ast.AsyncWith),
    *(ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Delete, ast.AsyncFor, ast.Lambda),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.GeneratorExp),
)
_PLAIN = frozenset({"int", "str", "bool", "float", "None"})


def promised_call(
    lowering: Lowering, name: str, function: FunctionNode, arguments: list[tuple[str, ast.expr]]
) -> str | None:
    """Lower the call of a changed callee that has a contract; `None` where it has none."""
    promises = lowering.surroundings.promises
    if promises.freed == name and lowering.module.side is Side.NEW:
        for _, value in arguments:
            lowering.expression(value)
        return lowering.compute("freed call", detail=(shape_of(function.returns),))
    contract = promises.callees.get(name)
    if contract is None or not is_usable(contract):
        return None
    versions = [_version(module, name) for module in _modules(lowering)]
    if None in versions:
        return None
    found = [one for one in versions if one is not None]
    shapes = {shape_of(one.returns) for one in found}
    promised = Promised(
        name,
        contract,
        tuple(parameter for parameter, _ in arguments),
        shapes.pop() if len(shapes) == 1 else ANY,
        all(_is_pure(module, one) for module, one in zip(_modules(lowering), found, strict=True)),
    )
    registers = [lowering.expression(value) for _, value in arguments]
    is_own = name == lowering.module.found.qualified
    lowering.assume(f"{name} terminates" if is_own else f"{name} keeps its contract and terminates")
    lowering.assume("the recursion limit is not reached")
    return lowering.compute("call by contract", *registers, detail=(promised,))


def _modules(lowering: Lowering) -> tuple[Module, Module]:
    return lowering.surroundings.old, lowering.surroundings.new


def _version(module: Module, name: str) -> FunctionNode | None:
    if name == module.found.qualified:
        return module.found.function
    return function_named(module, name)


def _is_pure(module: Module, function: FunctionNode) -> bool:
    """Say whether a function of plain values does nothing but compute."""
    shapes = [shape_of(one.annotation) for one in all_arguments(function.args)]
    is_plain = all(one.name in _PLAIN or _is_plain_union(one) for one in shapes)
    own = Scope(function, None).bound
    names = [
        node for part in function.body for node in ast.walk(part) if isinstance(node, ast.Name)
    ]
    is_closed = all(one.id in own or is_builtin(module, one.id) for one in names)
    return is_plain and is_closed and _has_no_effects(module, function.body)


def _is_plain_union(shape: Shape) -> bool:
    return shape.name == "union" and all(part.name in _PLAIN for part in shape.parts)


def _has_no_effects(module: Module, body: Iterable[ast.stmt]) -> bool:
    nodes = [node for statement in body for node in ast.walk(statement)]
    return not any(isinstance(node, _EFFECTS) for node in nodes) and all(
        _is_pure_call(module, node) for node in nodes if isinstance(node, ast.Call)
    )


def _is_pure_call(module: Module, node: ast.Call) -> bool:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    is_exception = name.endswith(("Error", "Exception"))
    return (name in _PURE or is_exception) and is_builtin(module, name)


def promised_loop(lowering: Lowering, node: ast.For | ast.While) -> bool:
    """Lower a loop as the call that its contract stands for; `False` where it has none."""
    contract = _loop_contract(lowering, node)
    if contract is None or contract.loop is None:
        return False
    bound = {
        one.id
        for one in ast.walk(node)
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }
    names = contract.loop.assigns
    if not bound >= set(names) or node.orelse or not _stays_inside(lowering, node):
        raise lowering.no_meaning("loop with a contract that does more than assign", node)
    parameters = tuple(one.name for one in contract.parameters)
    registers = [lowering.expression(ast.Name(one, ast.Load())) for one in parameters]
    before = [lowering.frame.prefix + name for name in names]
    word = f"loop {contract.loop.number} of {contract.loop.function}"
    lowering.assume(f"{word} keeps its contract `{contract.function}` and terminates")
    promised = Promised(word, contract, parameters, ANY, is_pure=True)
    detail = (promised, len(names))
    result = lowering.compute("loop by contract", *registers, *before, detail=detail)
    for at, name in enumerate(names):
        part = lowering.compute("part", result, detail=(at,))
        lowering.emit(Move(lowering.frame.prefix + name, part))
    for name in sorted(bound - set(names)):
        lowering.compute("left over", target=lowering.frame.prefix + name)
    return True


def _loop_contract(lowering: Lowering, node: ast.For | ast.While) -> Contract | None:
    if len(lowering.frames) > 1:
        return None
    loops = list(loops_in(lowering.module.found.function.body))
    numbers = [at + 1 for at, one in enumerate(loops) if one is node]
    return lowering.surroundings.promises.loops.get(numbers[0]) if numbers else None


def _stays_inside(lowering: Lowering, node: ast.For | ast.While) -> bool:
    """Say whether a loop binds variables and does nothing else."""
    head = node.test if isinstance(node, ast.While) else node.iter
    nodes = [one for part in (head, *node.body) for one in ast.walk(part)]
    return not any(
        isinstance(one, (ast.Return, *_EFFECTS)) and not _is_reading(one) for one in nodes
    ) and all(_is_pure_call(lowering.module, one) for one in nodes if isinstance(one, ast.Call))


def _is_reading(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)
