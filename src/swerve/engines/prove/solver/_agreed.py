"""What do two versions with a contract between them take, hold and return?

The contract says which parameters go together, and names types where the code names none.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from itertools import chain

from swerve.engines.prove.lowering._frame import kind_of
from swerve.engines.prove.lowering._surroundings import Module, Surroundings
from swerve.engines.prove.solver._inputs import annotated
from swerve.engines.prove.solver._values import ANY, Shape, shape_of
from swerve.meaning.contract import Contract, Presence
from swerve.source.syntax import FUNCTIONS, FunctionNode, all_arguments


@dataclass(frozen=True, slots=True)
class Agreed:
    """How the two versions of a function go together."""

    #: What the parameters of the old version are called in the new one.
    old_names: dict[str, str]
    #: By the names of the new version.
    shapes: dict[str, Shape]
    #: By `self.name`: what the attributes of the object are that a method is called on.
    fields: dict[str, Shape]
    returns: Shape


def agreed(surroundings: Surroundings, contract: Contract) -> Agreed | str:
    """Match the two versions; in words, what does not go together."""
    old, new = surroundings.old.found, surroundings.new.found
    names = _old_names(old.function, contract)
    problem = _difference(surroundings, contract, names)
    if problem:
        return problem
    mine = {names[name]: shape for name, shape in annotated(old.function).items()}
    theirs = annotated(new.function)
    declared = _function_in(contract)
    said = annotated(declared) if declared is not None else {}
    shapes: dict[str, Shape] = {}
    for name in dict.fromkeys((*mine, *theirs)):
        found = {side[name] for side in (mine, theirs) if name in side}
        shapes[name] = found.pop() if len(found) == 1 else ANY
        if shapes[name] == ANY:
            shapes[name] = said.get(name, ANY)
    returns = {shape_of(one.function.returns) for one in (old, new)}
    return Agreed(
        names,
        shapes,
        _fields(surroundings, contract),
        returns.pop() if len(returns) == 1 else ANY,
    )


def _old_names(function: FunctionNode, contract: Contract) -> dict[str, str]:
    names = {
        one.old_name: one.name for one in contract.parameters if one.presence is not Presence.NEW
    }
    return {one.arg: names.get(one.arg, one.arg) for one in all_arguments(function.args)}


def _difference(surroundings: Surroundings, contract: Contract, names: dict[str, str]) -> str:
    old, new = surroundings.old.found, surroundings.new.found
    ours = {names[name]: text for name, text in _defaults(old.function).items()}
    theirs = _defaults(new.function)
    declared = {one.name: one.presence for one in contract.parameters}
    for name in dict.fromkeys((*ours, *theirs)):
        side = Presence.OLD if name not in theirs else Presence.NEW
        if (name in ours) != (name in theirs) and declared.get(name) is not side:
            return f"the parameter {name}, which only the {side.value} version has,"
        if name in ours and name in theirs and ours[name] != theirs[name]:
            return f"another default of {name}"
    stars = [
        [one.arg if one else "" for one in (found.function.args.vararg, found.function.args.kwarg)]
        for found in (old, new)
    ]
    if stars[0] != stars[1]:
        return "other parameters"
    if contract.old_function != old.qualified or contract.function != new.qualified:
        return f"a contract for {contract.function}"
    decorators = [[ast.dump(one) for one in found.function.decorator_list] for found in (old, new)]
    mentioned = {
        node.id
        for decorator in old.function.decorator_list
        for node in ast.walk(decorator)
        if isinstance(node, ast.Name)
    }
    if decorators[0] != decorators[1] or mentioned & surroundings.differing:
        return "other decorators"
    if not contract.cases and not contract.preserves:
        return ""
    # What a contract says is said of what callers get, which is not what the body returns.
    if kind_of(new.function) != "function":
        return f"a contract for a {kind_of(new.function)}"
    words = [ast.unparse(one).partition("(")[0] for one in new.function.decorator_list]
    is_known = all(word.rpartition(".")[2] in _TRANSPARENT for word in words)
    return "" if is_known else "a contract for a function with a decorator"


#: Decorators that hand on what the function returns.
_TRANSPARENT = frozenset(
    {"staticmethod", "classmethod", "property", "cached_property", "cache", "lru_cache"}
    | {"override", "final", "abstractmethod"}
)


def _defaults(function: FunctionNode) -> dict[str, str]:
    """By parameter: its default as text, empty where it has none."""
    arguments = function.args
    found = {one.arg: "" for one in all_arguments(arguments)}
    positional = [*arguments.posonlyargs, *arguments.args]
    for one, default in zip(reversed(positional), reversed(arguments.defaults), strict=False):
        found[one.arg] = ast.dump(default)
    for one, keyword in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found[one.arg] = "" if keyword is None else ast.dump(keyword)
    return found


def _function_in(contract: Contract) -> FunctionNode | None:
    """The `def` of a contract, which may name types."""
    body = _parsed(contract).body
    *classes, last = contract.function.split(".")
    for name in classes:
        inner = [node for node in body if isinstance(node, ast.ClassDef) and node.name == name]
        body = inner[0].body if inner else []
    found = [node for node in body if isinstance(node, FUNCTIONS) and node.name == last]
    return found[0] if len(found) == 1 else None


def _parsed(contract: Contract) -> ast.Module:
    try:
        return ast.parse("\n".join(contract.source))
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def _fields(surroundings: Surroundings, contract: Contract) -> dict[str, Shape]:
    """Types of attributes by the classes of both versions, and by the contract file."""
    new = surroundings.new.found
    if new.class_node is None or not new.function.args.args:
        return {}
    receiver = new.function.args.args[0].arg
    found: dict[str, set[Shape]] = {}
    sides = [_declared(module) for module in (surroundings.old, surroundings.new)]
    for name, shape in chain.from_iterable(one.items() for one in sides):
        found.setdefault(name, set()).add(shape)
    fields = {name: shapes.pop() if len(shapes) == 1 else ANY for name, shapes in found.items()}
    for node in _parsed(contract).body:
        if isinstance(node, ast.ClassDef) and node.name == new.class_node.name:
            for name, shape in _annotations(node).items():
                fields.setdefault(name, shape)
    return {f"{receiver}.{name}": shape for name, shape in fields.items() if shape != ANY}


def _declared(module: Module) -> dict[str, Shape]:
    return _annotations(module.found.class_node) if module.found.class_node else {}


def _annotations(node: ast.ClassDef) -> dict[str, Shape]:
    return {
        one.target.id: shape_of(one.annotation)
        for one in node.body
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
    }
