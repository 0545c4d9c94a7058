"""How do nested functions become instructions?

As values that nothing is known of but their code and what they capture: two of them are the same
when both are. A variable that could still change after it was captured has no meaning here.
"""

from __future__ import annotations

import ast
import copy

from swerve.engines.prove.lowering._frame import Lowering, local_register, marked
from swerve.engines.prove.lowering._surroundings import constant_of, is_builtin
from swerve.source.syntax import FUNCTIONS, all_arguments

_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def lower_closure(lowering: Lowering, node: ast.Lambda | ast.FunctionDef | ast.GeneratorExp) -> str:
    """Lower a nested function, a lambda or a generator expression that is handed on."""
    operands: list[str] = []
    if isinstance(node, ast.GeneratorExp):
        first = node.generators[0].iter
        if not isinstance(first, ast.Name):
            raise lowering.no_meaning("generator expression handed on", node)
        operands.append(lowering.compute("iterate", lowering.expression(first)))
    elif node.args.defaults or any(node.args.kw_defaults):
        raise lowering.no_meaning("nested function with defaults", node)
    for child in ast.walk(node):
        notes = (getattr(child, "annotation", None), getattr(child, "returns", None))
        if not all(_is_quiet(lowering, each) for each in notes):
            raise lowering.no_meaning("nested function with annotations, which are run", node)
        if isinstance(child, ast.Nonlocal | ast.Global | ast.NamedExpr | ast.ClassDef):
            raise lowering.no_meaning("nested function that binds outside", node)
        if isinstance(child, ast.Name) and child.id in ("super", "__class__", "locals"):
            raise lowering.no_meaning("nested function that looks outside", node)
    inner = _bound_inside(node)
    for name in inner - _bound_here(node):  # free elsewhere in it, perhaps
        if local_register(lowering, name) is not None:
            raise lowering.no_meaning("nested function that binds a name of the outer one", node)
    captured: dict[str, int] = {}
    marks: list[str] = [_global_mark(lowering, name) for name in inner - _bound_here(node)]
    for child in ast.walk(node):
        if not isinstance(child, ast.Name | ast.Attribute):
            continue
        if isinstance(child, ast.Attribute):
            marks.append(marked(lowering, child.attr))
        elif child.id not in inner and child.id not in captured:
            register = _captured(lowering, child.id, node)
            if register is None:
                marks.append(_global_mark(lowering, child.id))
            else:
                captured[child.id] = len(captured)
                operands.append(lowering.compute("captured", register))
    code = _normal(node, captured)
    return lowering.compute("closure", *operands, detail=(code, tuple(sorted(set(marks)))))


def _is_quiet(lowering: Lowering, annotation: ast.expr | None) -> bool:
    if isinstance(annotation, ast.Name):
        name = annotation.id
        return is_builtin(lowering.module, name) and local_register(lowering, name) is None
    return annotation is None or isinstance(annotation, ast.Constant)


def _bound_inside(node: ast.AST) -> set[str]:
    names: set[str] = set()
    for child in ast.walk(node):
        if isinstance(child, ast.arg):
            names.add(child.arg)
        elif isinstance(child, ast.Name) and not isinstance(child.ctx, ast.Load):
            names.add(child.id)
        elif isinstance(child, (*FUNCTIONS, ast.ExceptHandler)) and child is not node:
            names.add(child.name or "")
        elif isinstance(child, ast.alias):
            names.add(child.asname or child.name.partition(".")[0])
    return names


def _bound_here(node: ast.AST) -> set[str]:
    """Names that belong to the nested function itself, and not to scopes inside it."""
    names: set[str] = set()
    waiting = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.GeneratorExp):
        names = {name for each in node.generators for name in _bound_inside(each.target)}
    while waiting:
        child = waiting.pop()
        if isinstance(child, ast.arg):
            names.add(child.arg)
        elif isinstance(child, ast.Name) and not isinstance(child.ctx, ast.Load):
            names.add(child.id)
        elif isinstance(child, ast.ExceptHandler):
            names.add(child.name or "")
        elif isinstance(child, ast.alias):
            names.add(child.asname or child.name.partition(".")[0])
        if isinstance(child, FUNCTIONS):
            names.add(child.name)
        elif not isinstance(child, _SCOPES):
            waiting += ast.iter_child_nodes(child)
    return names


def _captured(lowering: Lowering, name: str, node: ast.AST) -> str | None:
    register = local_register(lowering, name)
    if register is None:
        return None
    frame = lowering.frame
    is_parameter = any(one.arg == name for one in all_arguments(frame.function.args))
    is_inner = any(name in names for names in frame.inner_names)
    # The name of an exception is gone behind its handler.
    is_caught = any(
        isinstance(each, ast.ExceptHandler) and each.name == name
        for each in ast.walk(frame.function)
    )
    settled = frame.bindings[name] == 1 and not is_inner and not is_caught
    if not settled or (lowering.looping and not is_parameter):
        raise lowering.no_meaning("nested function over a variable that changes", node)
    return register


def _global_mark(lowering: Lowering, name: str) -> str:
    """What a name of the module stands for inside, as words."""
    literal = constant_of(lowering.module, name)
    return f"{marked(lowering, name)}" if literal is None else f"{name}={ast.dump(literal)}"


def _normal(node: ast.AST, captured: dict[str, int]) -> str:
    node = copy.deepcopy(node)
    for child in ast.walk(node):
        if isinstance(child, ast.Name) and child.id in captured:
            child.id = f"captured {captured[child.id]}"
    return ast.dump(node)
