"""Which names does a scope bind, and to which scope does a name in it belong?

These are the language's own rules, read off the syntax tree: a name bound anywhere in a function
is local to all of it, class bodies are invisible to the functions in them, and the target of `:=`
in a comprehension belongs to the function around it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cached_property
from typing import TypeAlias

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Comprehension: TypeAlias = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class ScopeKind(Enum):
    """What a scope belongs to."""

    MODULE = "module"
    CLASS = "class"
    FUNCTION = "function"
    COMPREHENSION = "comprehension"


_KINDS: dict[type[ast.AST], ScopeKind] = {
    ast.Module: ScopeKind.MODULE,
    ast.ClassDef: ScopeKind.CLASS,
    ast.Lambda: ScopeKind.FUNCTION,
    **dict.fromkeys(FUNCTIONS, ScopeKind.FUNCTION),
    **dict.fromkeys(COMPREHENSIONS, ScopeKind.COMPREHENSION),
}


class Scope:
    """A scope with the names it binds, which are looked up when first asked for."""

    def __init__(self, node: ast.AST, parent: Scope | None) -> None:
        self.kind = _KINDS[type(node)]
        self.parent = parent
        self.node = node

    @cached_property
    def bound(self) -> frozenset[str]:
        """Names that belong to this scope unless declared otherwise."""
        return frozenset(self._binder.bound)

    @cached_property
    def global_names(self) -> frozenset[str]:
        """Names declared `global`."""
        return frozenset(self._binder.global_names)

    @cached_property
    def nonlocal_names(self) -> frozenset[str]:
        """Names declared `nonlocal`."""
        return frozenset(self._binder.nonlocal_names)

    @cached_property
    def _binder(self) -> _Binder:
        binder = _Binder()
        binder.open(self.node)
        return binder

    def owner(self, name: str) -> Scope | None:
        """The scope that `name` belongs to when used here; `None` for the module or builtins."""
        scope: Scope | None = self
        first = True
        while scope is not None and scope.kind is not ScopeKind.MODULE:
            if scope.kind is not ScopeKind.CLASS or first:
                if name in scope.global_names:
                    return None
                if name in scope.bound and name not in scope.nonlocal_names:
                    return scope
            first = False
            scope = scope.parent
        return None

    def is_builtin(self, name: str) -> bool:
        """Nothing around here binds `name`, not even a star import."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.bound or "*" in scope.bound:
                return False
            scope = scope.parent
        return True


def all_arguments(arguments: ast.arguments) -> Iterator[ast.arg]:
    """Every parameter, in the order in which they are written."""
    yield from arguments.posonlyargs
    yield from arguments.args
    if arguments.vararg:
        yield arguments.vararg
    yield from arguments.kwonlyargs
    if arguments.kwarg:
        yield arguments.kwarg


def defaults_of(arguments: ast.arguments) -> dict[str, ast.expr]:
    """By parameter: its default, of those that have one."""
    positional = [*arguments.posonlyargs, *arguments.args]
    first = len(positional) - len(arguments.defaults)
    pairs = [
        *zip(positional[first:], arguments.defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    return {argument.arg: default for argument, default in pairs if default is not None}


def loops_in(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Loops in the order of the text; not those of functions and classes inside."""
    for node in body:
        if isinstance(node, ast.For | ast.AsyncFor | ast.While):
            yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Lambda)):
            yield from loops_in(ast.iter_child_nodes(node))


def all_defaults(arguments: ast.arguments) -> Iterator[ast.expr]:
    """Every default of a parameter."""
    yield from (*arguments.defaults, *filter(None, arguments.kw_defaults))


def all_annotations(function: FunctionNode) -> Iterator[ast.expr]:
    """Every annotation of a parameter, and that of the result."""
    annotated = (argument.annotation for argument in all_arguments(function.args))
    yield from filter(None, (*annotated, function.returns))


def holds(node: ast.AST, *kinds: type[ast.AST]) -> bool:
    """Whether a piece of code is or holds one of some kinds of nodes."""
    return any(isinstance(child, kinds) for child in ast.walk(node))


def stored_names(target: ast.AST) -> Iterator[str]:
    """Plain names that an assignment target binds."""
    for node in ast.walk(target):
        if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            yield node.id


def parts_outside(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a scope-opening node that are evaluated in the scope around it."""
    if isinstance(node, FUNCTIONS):
        yield from node.decorator_list
        yield from all_defaults(node.args)
        yield from all_annotations(node)
    elif isinstance(node, ast.ClassDef):
        yield from node.decorator_list
        yield from node.bases
        yield from (keyword.value for keyword in node.keywords)
    elif isinstance(node, ast.Lambda):
        yield from all_defaults(node.args)
    elif isinstance(node, COMPREHENSIONS):
        yield node.generators[0].iter


def _type_parameters(node: ast.AST) -> Iterator[str]:
    for parameter in getattr(node, "type_params", ()):  # Python 3.12
        yield parameter.name


def bound_in(function: ast.AST) -> Counter[str]:
    """How often each name is bound anywhere in a function, its parameters and inner scopes too."""
    found: Counter[str] = Counter()
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            found[node.arg] += 1
        elif isinstance(node, ast.Name):
            found[node.id] += not isinstance(node.ctx, ast.Load)
        elif isinstance(node, ast.alias):
            found[bound_by_alias(node)] += 1
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found[node.name] += node is not function
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
            found[node.name or ""] += 1
        elif isinstance(node, ast.MatchMapping):
            found[node.rest or ""] += 1
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            found.update(node.names)
    return found


def is_generator(function: ast.AST) -> bool:
    """Whether a function yields, itself and not a function in it."""
    waiting: list[ast.AST] = list(getattr(function, "body", []))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            waiting.extend(ast.iter_child_nodes(node))
    return False


class _Binder:
    """Collects what one scope binds, without entering the scopes inside it."""

    def __init__(self) -> None:
        self.bound: set[str] = set()
        self.global_names: set[str] = set()
        self.nonlocal_names: set[str] = set()

    def open(self, node: ast.AST) -> None:
        """Collect from a module, class, function, lambda or comprehension."""
        if isinstance(node, COMPREHENSIONS):
            for generator in node.generators:
                self.bound.update(stored_names(generator.target))
            return
        self.bound.update(_type_parameters(node))
        if isinstance(node, (*FUNCTIONS, ast.Lambda)):
            self.bound.update(argument.arg for argument in all_arguments(node.args))
        body: list[ast.AST] | ast.AST = getattr(node, "body", [])
        for statement in body if isinstance(body, list) else [body]:
            self.visit(statement)

    def visit(self, node: ast.AST) -> None:
        kind = type(node)
        if kind is ast.Name:
            assert isinstance(node, ast.Name)  # noqa: S101 (for mypy; the hot path asks `kind`)
            if type(node.ctx) is not ast.Load:
                self.bound.add(node.id)
            return
        if kind is ast.Constant:
            return
        if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Lambda)):
            if not isinstance(node, ast.Lambda):
                self.bound.add(node.name)
            for part in parts_outside(node):
                self.visit(part)
            return
        if isinstance(node, COMPREHENSIONS):
            # Anything in a comprehension may hold a `:=`, which binds in the function around it.
            self.bound.update(_walrus_names(node))
            return
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            self.bound.update(map(bound_by_alias, node.names))
            return
        if isinstance(node, ast.AnnAssign) and not node.simple and node.value is None:
            # `(x): int` binds nothing, and `x: int` makes `x` a variable of its own.
            for part in (*ast.iter_child_nodes(node.target), node.annotation):
                self.visit(part)
            return
        if isinstance(node, ast.Global):
            self.global_names.update(node.names)
        elif isinstance(node, ast.Nonlocal):
            self.nonlocal_names.update(node.names)
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            self.bound.add(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            self.bound.add(node.rest)
        for child in ast.iter_child_nodes(node):
            self.visit(child)


def bound_by_alias(alias: ast.alias) -> str:
    """The name that one part of an import statement binds."""
    return alias.asname or alias.name.partition(".")[0]


def imported(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str, str]]:
    """Names that an import binds, each with the module and what of it: "" for the module itself.

    A relative module starts with its dots. What a star binds is not known, and left out.
    """
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            if alias.name != "*":
                yield bound_by_alias(alias), "." * node.level + (node.module or ""), alias.name
        else:
            name = bound_by_alias(alias)
            yield name, alias.name if alias.asname else name, ""


def _walrus_names(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.NamedExpr):
            yield child.target.id
        if not isinstance(child, ast.Lambda):
            yield from _walrus_names(child)
