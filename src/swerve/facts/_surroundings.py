"""What does the rest of the file say about the names a function uses?"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeGuard

from swerve.source.syntax import FUNCTIONS, FunctionNode, all_arguments, last_name
from swerve.source.syntax.scopes import imported

from .locating import Located, statements_in

BUILTIN_NAMES = frozenset(dir(builtins))
#: Names of the module itself, there without being bound.
MODULE_NAMES = frozenset({"__name__", "__file__", "__doc__", "__package__", "__spec__", "__path__"})


@dataclass(slots=True)
class ClassShape:
    """A class of the file: what its members are declared or seen to be."""

    name: str
    bases: list[str] = field(default_factory=list)
    #: Annotated members and the results of properties.
    annotations: dict[str, str] = field(default_factory=dict)
    #: Methods -> return annotation, empty where there is none.
    methods: dict[str, str] = field(default_factory=dict)
    functions: dict[str, FunctionNode] = field(default_factory=dict)
    #: What `self.x` and class attributes are assigned.
    assigned: dict[str, list[ast.expr]] = field(default_factory=dict)
    #: Annotations of constructor parameters, for `self.x = x`.
    constructor: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Surroundings:
    """A file as one function sees it."""

    #: Names -> what they are elsewhere: `np` -> "numpy", `join` -> "os.path.join".
    origins: dict[str, str] = field(default_factory=dict)
    #: Names bound to a module by `import`.
    modules: set[str] = field(default_factory=set)
    constants: dict[str, list[ast.expr]] = field(default_factory=dict)
    annotations: dict[str, str] = field(default_factory=dict)
    functions: dict[str, FunctionNode] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    _shapes: dict[str, ClassShape] = field(default_factory=dict)

    def binds(self, name: str) -> bool:
        """Whether the file itself says what a name is."""
        return (
            name in self.origins
            or name in self.functions
            or name in self.classes
            or name in self.constants
        )

    def origin(self, name: str) -> str:
        """The dotted name behind a free name; empty when it is nobody's we know."""
        known = self.origins.get(name)
        if known is not None:
            return known
        if self.binds(name):
            return ""
        return name if name in BUILTIN_NAMES or name in sys.stdlib_module_names else ""

    def shape(self, name: str) -> ClassShape | None:
        """A class of the file by name, what its bases in the file say included."""
        return self._shape(name, frozenset())

    def _shape(self, name: str, inside: frozenset[str]) -> ClassShape | None:
        node = self.classes.get(name)
        if node is None or name in inside:
            return None
        shape = self._shapes.get(name)
        if shape is None:
            shape = shape_of(node)
            for base in shape.bases:
                inherited = self._shape(base, inside | {name})
                if inherited is not None:
                    _inherit(shape, inherited)
            self._shapes[name] = shape
        return shape


def _inherit(shape: ClassShape, base: ClassShape) -> None:
    for own, other in (
        (shape.annotations, base.annotations),
        (shape.methods, base.methods),
        (shape.constructor, base.constructor),
    ):
        for name, text in other.items():
            own.setdefault(name, text)
    for name, function in base.functions.items():
        shape.functions.setdefault(name, function)
    for name, values in base.assigned.items():
        shape.assigned.setdefault(name, values)


@lru_cache(maxsize=64)
def _surroundings(module: ast.Module) -> Surroundings:
    found = Surroundings()
    for node in _top_level(module):
        _look_at(node, found)
    return found


def surroundings_of(place: Located) -> Surroundings:
    """What a function's module says, read once for each module."""
    return _surroundings(place.module)


def _top_level(module: ast.Module) -> Iterator[ast.stmt]:
    queue = list(reversed(module.body))
    while queue:
        node = queue.pop()
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            queue.extend(statements_in(node))


def _look_at(node: ast.stmt, found: Surroundings) -> None:
    if isinstance(node, FUNCTIONS):
        found.functions[node.name] = node
    elif isinstance(node, ast.ClassDef):
        found.classes[node.name] = node
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        for name, module, member in imported(node):
            found.origins[name] = f"{module}.{member}" if member else module
            if not member:
                found.modules.add(name)
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name):
                found.constants.setdefault(target.id, []).append(node.value)
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        found.annotations[node.target.id] = text_of(node.annotation)
        if node.value is not None:
            found.constants.setdefault(node.target.id, []).append(node.value)


def shape_of(node: ast.ClassDef) -> ClassShape:
    """What a class says about its members."""
    shape = ClassShape(node.name, [last_name(base) for base in node.bases])
    has_members = any(base.endswith(("Enum", "Flag")) for base in shape.bases)
    for child in node.body:
        if isinstance(child, FUNCTIONS):
            _look_at_method(child, shape)
        elif isinstance(child, ast.AnnAssign) and isinstance(child.target, ast.Name):
            shape.annotations[child.target.id] = text_of(child.annotation)
            if child.value is not None:
                shape.assigned.setdefault(child.target.id, []).append(child.value)
        elif isinstance(child, ast.Assign):
            for target in child.targets:
                if isinstance(target, ast.Name) and has_members:
                    shape.annotations[target.id] = node.name
                elif isinstance(target, ast.Name):
                    shape.assigned.setdefault(target.id, []).append(child.value)
    return shape


def _look_at_method(method: FunctionNode, shape: ClassShape) -> None:
    returns = result_type(method)
    decorators = {last_name(decorator) for decorator in method.decorator_list}
    if decorators & {"property", "cached_property", "setter"}:
        if returns and "setter" not in decorators:
            shape.annotations.setdefault(method.name, returns)
        else:
            shape.assigned.setdefault(method.name, [])
    else:
        shape.methods[method.name] = returns
        shape.functions[method.name] = method
    positional = [*method.args.posonlyargs, *method.args.args]
    if not positional or "staticmethod" in decorators:
        return
    if method.name == "__init__":
        for argument in all_arguments(method.args):
            if argument.annotation is not None:
                shape.constructor[argument.arg] = text_of(argument.annotation)
    receiver = positional[0].arg
    queue: list[ast.AST] = [method]
    while queue:
        current = queue.pop()
        for node in statements_in(current):
            queue.append(node)
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if _is_member(target, receiver):
                        shape.assigned.setdefault(target.attr, []).append(node.value)
            elif isinstance(node, ast.AnnAssign) and _is_member(node.target, receiver):
                shape.annotations.setdefault(node.target.attr, text_of(node.annotation))
                if node.value is not None:
                    shape.assigned.setdefault(node.target.attr, []).append(node.value)


def result_type(function: FunctionNode) -> str:
    """The type of what calling a function gives, as text; empty when nothing is said."""
    for decorator in function.decorator_list:
        if last_name(decorator) in ("contextmanager", "asynccontextmanager"):
            return "ContextManager"
    return text_of(function.returns) if function.returns is not None else ""


def _is_member(target: ast.expr, receiver: str) -> TypeGuard[ast.Attribute]:
    return (
        isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and target.value.id == receiver
    )


def text_of(annotation: ast.expr) -> str:
    """An annotation as text; what is quoted is taken out of its quotes."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value
    if isinstance(annotation, ast.Name):
        return annotation.id
    return ast.unparse(annotation)
