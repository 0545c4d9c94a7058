"""How do expressions and targets become instructions?"""

from __future__ import annotations

import ast
import copy

from swerve.source.syntax import Scope, all_arguments, bound_in

from ._calls import lower_call
from ._frame import Lowering, local_register, marked
from ._loops import lower_comprehension
from ._program import Move, NoMeaning
from ._surroundings import constant_of, is_builtin, is_steady, is_surely_bound


def expression(lowering: Lowering, node: ast.AST) -> str:
    """Lower an expression; return the register of its value."""
    if isinstance(node, ast.expr) and hasattr(node, "lineno"):
        lowering.line = node.lineno
    match node:
        case ast.Constant(value=str(text)) if text in lowering.surroundings.differing:
            # By its name, as `getattr` takes it, something may be reached that differs.
            return lowering.compute("global", detail=(f"text {marked(lowering, text)}",))
        case ast.Constant():
            return lowering.constant(node.value)
        case ast.Name():
            return _name(lowering, node.id)
        case ast.BinOp():
            left, right = expression(lowering, node.left), expression(lowering, node.right)
            return lowering.compute("binary", left, right, detail=(type(node.op).__name__,))
        case ast.UnaryOp():
            operand = expression(lowering, node.operand)
            return lowering.compute("unary", operand, detail=(type(node.op).__name__,))
        case ast.BoolOp():
            return _bool_value(lowering, node)
        case ast.Compare():
            return _compare_value(lowering, node)
        case ast.IfExp():
            return _if_value(lowering, node)
        case ast.Call():
            return lower_call(lowering, node)
        case ast.Attribute():
            owner = expression(lowering, node.value)
            return attribute(lowering, owner, node.attr)
        case ast.Subscript():
            owner = expression(lowering, node.value)
            return lowering.compute("item", owner, expression(lowering, node.slice))
        case ast.Slice():
            parts = [
                expression(lowering, part) if part else lowering.constant(None)
                for part in (node.lower, node.upper, node.step)
            ]
            return lowering.compute("slice", *parts)
        case ast.Tuple() | ast.List():
            return _sequence(lowering, node)
        case ast.Set():
            if any(isinstance(item, ast.Starred) for item in node.elts):
                raise lowering.no_meaning("`*` in a set", node)
            items = [expression(lowering, item) for item in node.elts]
            return lowering.compute("set", *items)
        case ast.Dict():
            return _dict(lowering, node)
        case ast.JoinedStr():
            return _text(lowering, node)
        case ast.FormattedValue():
            return _formatted(lowering, node)
        case ast.NamedExpr():
            value = expression(lowering, node.value)
            store(lowering, node.target, value, skips_inner=True)
            return value
        case ast.ListComp() | ast.SetComp() | ast.DictComp():
            return lower_comprehension(lowering, node)
        case ast.Lambda() | ast.FunctionDef() | ast.GeneratorExp():
            return lower_closure(lowering, node)
        case ast.Await():
            return lowering.compute("await", expression(lowering, node.value))
        case ast.Yield():
            value = expression(lowering, node.value) if node.value else lowering.constant(None)
            return lowering.compute("yield", value)
        case ast.YieldFrom():
            return lowering.compute("yield from", expression(lowering, node.value))
        case _:
            raise lowering.no_meaning(type(node).__name__, node)


def attribute(lowering: Lowering, owner: str, name: str) -> str:
    """Read an attribute. One that differs between the versions is marked with the side."""
    return lowering.compute("attribute", owner, detail=(name, marked(lowering, name)))


def _name(lowering: Lowering, name: str) -> str:
    register = local_register(lowering, name)
    if register is not None:
        frame = lowering.frame
        parameters = [one.arg for one in ast.walk(frame.function.args) if isinstance(one, ast.arg)]
        if name in parameters and frame.bindings[name] == 1:
            return register
        return lowering.compute("local", register, detail=(name,))
    module = lowering.module
    if name.startswith("__") and not name.endswith("__") and module.found.class_node is not None:
        raise NoMeaning("a private name (`__name`) in a class", lowering.line)
    if is_builtin(module, name):
        return lowering.compute("builtin", detail=(name,))
    literal = constant_of(module, name)
    if literal is not None:
        lowering.assume("names of the module are not rebound")
        return expression(lowering, literal)
    own = module.found.function.name == name and module.found.class_node is None
    if (own and name not in module.nodes) or is_steady(module, name):
        lowering.assume("names of the module are not rebound")
        return lowering.compute("global", detail=(marked(lowering, name),))
    is_bound = is_surely_bound(module, name)
    return lowering.compute("global variable", detail=(marked(lowering, name), is_bound))


def store(lowering: Lowering, target: ast.expr, value: str, *, skips_inner: bool = False) -> None:
    """Write the assignment of a register to a target."""
    match target:
        case ast.Name():
            _store_name(lowering, target.id, value, skips_inner=skips_inner)
        case ast.Attribute():
            owner = expression(lowering, target.value)
            name = marked(lowering, target.attr)
            lowering.compute("set attribute", owner, value, detail=(name,))
        case ast.Subscript():
            owner = expression(lowering, target.value)
            key = expression(lowering, target.slice)
            lowering.compute("set item", owner, key, value)
        case ast.Tuple() | ast.List():
            _unpack(lowering, target.elts, value)
        case _:
            raise lowering.no_meaning("starred assignment", target)


def _store_name(lowering: Lowering, name: str, value: str, *, skips_inner: bool) -> None:
    frame = lowering.frame
    if frame.inner_names and not skips_inner and name in frame.inner_names[-1]:
        lowering.emit(Move(frame.inner_names[-1][name], value))
    elif name in frame.scope.global_names:
        lowering.compute("set global", value, detail=(marked(lowering, name),))
    else:
        lowering.emit(Move(frame.prefix + name, value))


def _unpack(lowering: Lowering, targets: list[ast.expr], value: str) -> None:
    starred = [at for at, one in enumerate(targets) if isinstance(one, ast.Starred)]
    star = starred[0] if starred else None
    parts = lowering.compute("unpack", value, detail=(len(targets), star))
    for at, target in enumerate(targets):
        part = lowering.compute("part", parts, detail=(at,))
        store(lowering, target.value if isinstance(target, ast.Starred) else target, part)


def _bool_value(lowering: Lowering, node: ast.BoolOp) -> str:
    result, end = lowering.register(), lowering.label()
    for at, operand in enumerate(node.values):
        lowering.emit(Move(result, expression(lowering, operand)))
        if at < len(node.values) - 1:
            go_on = lowering.label()
            if isinstance(node.op, ast.And):
                lowering.branch(result, go_on, end)
            else:
                lowering.branch(result, end, go_on)
            lowering.place(go_on)
    lowering.place(end)
    return result


def _compare_value(lowering: Lowering, node: ast.Compare) -> str:
    result, end = lowering.register(), lowering.label()
    left = expression(lowering, node.left)
    last = len(node.ops) - 1
    for at, (operator, comparator) in enumerate(zip(node.ops, node.comparators, strict=True)):
        right = expression(lowering, comparator)
        lowering.compute("compare", left, right, detail=(type(operator).__name__,), target=result)
        if at < last:
            go_on = lowering.label()
            lowering.branch(result, go_on, end)
            lowering.place(go_on)
        left = right
    lowering.place(end)
    return result


def _if_value(lowering: Lowering, node: ast.IfExp) -> str:
    result = lowering.register()
    then, otherwise, end = lowering.label(), lowering.label(), lowering.label()
    condition(lowering, node.test, then, otherwise)
    lowering.place(then)
    lowering.emit(Move(result, expression(lowering, node.body)))
    lowering.jump(end)
    lowering.place(otherwise)
    lowering.emit(Move(result, expression(lowering, node.orelse)))
    lowering.place(end)
    return result


def condition(lowering: Lowering, node: ast.expr, when_true: int, when_false: int) -> None:
    """Jump by the truth of an expression, which asks each operand once, as Python does."""
    match node:
        case ast.UnaryOp(op=ast.Not()):
            condition(lowering, node.operand, when_false, when_true)
        case ast.BoolOp():
            for operand in node.values[:-1]:
                go_on = lowering.label()
                if isinstance(node.op, ast.And):
                    condition(lowering, operand, go_on, when_false)
                else:
                    condition(lowering, operand, when_true, go_on)
                lowering.place(go_on)
            condition(lowering, node.values[-1], when_true, when_false)
        case ast.IfExp():
            then, otherwise = lowering.label(), lowering.label()
            condition(lowering, node.test, then, otherwise)
            lowering.place(then)
            condition(lowering, node.body, when_true, when_false)
            lowering.place(otherwise)
            condition(lowering, node.orelse, when_true, when_false)
        case ast.Constant():
            lowering.jump(when_true if node.value else when_false)
        case _:
            lowering.branch(expression(lowering, node), when_true, when_false)


def _sequence(lowering: Lowering, node: ast.Tuple | ast.List) -> str:
    word = "tuple" if isinstance(node, ast.Tuple) else "list"
    if not any(isinstance(item, ast.Starred) for item in node.elts):
        return lowering.compute(word, *(expression(lowering, item) for item in node.elts))
    result = lowering.compute("list")
    for item in node.elts:
        if isinstance(item, ast.Starred):
            lowering.compute("extend", result, expression(lowering, item.value))
        else:
            lowering.compute("append", result, expression(lowering, item))
    return lowering.compute("tuple of list", result) if word == "tuple" else result


def _dict(lowering: Lowering, node: ast.Dict) -> str:
    if any(key is None for key in node.keys):
        result = lowering.compute("dict")
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                lowering.compute("dict update", result, expression(lowering, value))
            else:
                registers = expression(lowering, key), expression(lowering, value)
                lowering.compute("set item", result, *registers)
        return result
    pairs = [
        (expression(lowering, key), expression(lowering, value))
        for key, value in zip(node.keys, node.values, strict=True)
        if key is not None
    ]
    result = lowering.compute("dict")
    for key_register, value_register in pairs:
        lowering.compute("set item", result, key_register, value_register)
    return result


def _text(lowering: Lowering, node: ast.JoinedStr) -> str:
    parts = [expression(lowering, value) for value in node.values]
    if len(parts) == 1:
        return parts[0]
    return lowering.compute("joined text", *parts)


def _formatted(lowering: Lowering, node: ast.FormattedValue) -> str:
    value = expression(lowering, node.value)
    spec = expression(lowering, node.format_spec) if node.format_spec else lowering.constant("")
    return lowering.compute("format", value, spec, detail=(node.conversion,))


# --- closures -------------------------------------------------------------------------------------

# How do nested functions become instructions?
#
# As values that nothing is known of but their code and what they capture: two of them are the
# same when both are. A variable that could still change after it was captured has no meaning
# here.


def lower_closure(lowering: Lowering, node: ast.Lambda | ast.FunctionDef | ast.GeneratorExp) -> str:
    """Lower a nested function, a lambda or a generator expression that is handed on."""
    operands: list[str] = []
    if isinstance(node, ast.GeneratorExp):
        first = node.generators[0].iter
        if not isinstance(first, ast.Name):
            raise lowering.no_meaning("generator expression that is passed on", node)
        operands.append(lowering.compute("iterate", lowering.expression(first)))
    elif node.args.defaults or any(node.args.kw_defaults):
        raise lowering.no_meaning("nested function with defaults", node)
    for child in ast.walk(node):
        notes = (getattr(child, "annotation", None), getattr(child, "returns", None))
        if not all(_is_quiet(lowering, each) for each in notes):
            raise lowering.no_meaning("nested function with annotations that run code", node)
        if isinstance(child, ast.Nonlocal | ast.Global | ast.NamedExpr | ast.ClassDef):
            raise lowering.no_meaning("nested function that binds names outside it", node)
        if isinstance(child, ast.Name) and child.id in ("super", "__class__", "locals"):
            raise lowering.no_meaning("nested function that uses super, __class__ or locals", node)
    inner = set(+bound_in(node)) - {""}
    deeper = inner - Scope(node, None).bound
    for name in deeper:  # free elsewhere in it, perhaps
        if local_register(lowering, name) is not None:
            raise lowering.no_meaning("nested function that binds a name of the outer one", node)
    captured: dict[str, int] = {}
    marks: list[str] = [_global_mark(lowering, name) for name in deeper]
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
        raise lowering.no_meaning("nested function that closes over a variable that changes", node)
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
