"""Which names does a scope bind, and to which scope does a name in it belong?

These are the language's own rules, read off the syntax tree: a name bound anywhere in a function
is local to all of it, class bodies are invisible to the functions in them, and the target of `:=`
in a comprehension belongs to the function around it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
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


@dataclass(eq=False, slots=True)
class Scope:
    """A scope with the names it binds. Compared by identity: two scopes are never the same."""

    kind: ScopeKind
    parent: Scope | None
    bound: set[str] = field(default_factory=set)
    global_names: set[str] = field(default_factory=set)
    nonlocal_names: set[str] = field(default_factory=set)

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
        """Nothing around here binds `name`, star imports aside."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.bound:
                return False
            scope = scope.parent
        return True


def scope_of(node: ast.AST, parent: Scope | None) -> Scope:
    """The scope that a module, class, function, lambda or comprehension opens."""
    if isinstance(node, ast.Module):
        scope = Scope(ScopeKind.MODULE, None)
        _bind_statements(node.body, scope)
    elif isinstance(node, ast.ClassDef):
        scope = Scope(ScopeKind.CLASS, parent)
        scope.bound.update(_type_parameters(node))
        _bind_statements(node.body, scope)
    elif isinstance(node, FUNCTIONS):
        scope = Scope(ScopeKind.FUNCTION, parent)
        scope.bound.update(argument.arg for argument in all_arguments(node.args))
        scope.bound.update(_type_parameters(node))
        _bind_statements(node.body, scope)
    elif isinstance(node, ast.Lambda):
        scope = Scope(ScopeKind.FUNCTION, parent)
        scope.bound.update(argument.arg for argument in all_arguments(node.args))
        _bind_in(node.body, scope)
    elif isinstance(node, COMPREHENSIONS):
        scope = Scope(ScopeKind.COMPREHENSION, parent)
        for generator in node.generators:
            scope.bound.update(stored_names(generator.target))
    else:
        raise TypeError(f"{type(node).__name__} opens no scope")
    return scope


def all_arguments(arguments: ast.arguments) -> Iterator[ast.arg]:
    """Every parameter, in the order in which they are written."""
    yield from arguments.posonlyargs
    yield from arguments.args
    if arguments.vararg:
        yield arguments.vararg
    yield from arguments.kwonlyargs
    if arguments.kwarg:
        yield arguments.kwarg


def stored_names(target: ast.AST) -> Iterator[str]:
    """Plain names that an assignment target binds."""
    for node in ast.walk(target):
        if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            yield node.id


def parts_outside(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a scope-opening node that are evaluated in the scope around it."""
    if isinstance(node, FUNCTIONS):
        yield from node.decorator_list
        yield from node.args.defaults
        yield from (default for default in node.args.kw_defaults if default is not None)
        yield from (a.annotation for a in all_arguments(node.args) if a.annotation is not None)
        if node.returns is not None:
            yield node.returns
    elif isinstance(node, ast.ClassDef):
        yield from node.decorator_list
        yield from node.bases
        yield from (keyword.value for keyword in node.keywords)
    elif isinstance(node, ast.Lambda):
        yield from node.args.defaults
        yield from (default for default in node.args.kw_defaults if default is not None)
    elif isinstance(node, COMPREHENSIONS):
        yield node.generators[0].iter


def _type_parameters(node: ast.AST) -> Iterator[str]:
    for parameter in getattr(node, "type_params", ()):  # Python 3.12
        yield parameter.name


def _bind_statements(body: Iterable[ast.stmt], scope: Scope) -> None:
    for statement in body:
        _bind_in(statement, scope)


def _bind_in(node: ast.AST, scope: Scope) -> None:
    """Add to `scope` what `node` binds in it, without entering other scopes."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        scope.bound.add(node.name)
        for part in parts_outside(node):
            _bind_in(part, scope)
        return
    if isinstance(node, ast.Lambda):
        for part in parts_outside(node):
            _bind_in(part, scope)
        return
    if isinstance(node, COMPREHENSIONS):
        # Everything in a comprehension may hold a `:=`, which binds in the function around it.
        scope.bound.update(_walrus_names(node))
        return
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, (ast.Store, ast.Del)):
            scope.bound.add(node.id)
        return
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        scope.bound.update(bound_by_alias(alias) for alias in node.names if alias.name != "*")
        return
    if isinstance(node, ast.Global):
        scope.global_names.update(node.names)
        return
    if isinstance(node, ast.Nonlocal):
        scope.nonlocal_names.update(node.names)
        return
    if isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
        scope.bound.add(node.name)
    if isinstance(node, ast.MatchMapping) and node.rest:
        scope.bound.add(node.rest)
    for child in ast.iter_child_nodes(node):
        _bind_in(child, scope)


def bound_by_alias(alias: ast.alias) -> str:
    """The name that one part of an import statement binds."""
    return alias.asname or alias.name.partition(".")[0]


def _walrus_names(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.NamedExpr):
            yield child.target.id
        if not isinstance(child, ast.Lambda):
            yield from _walrus_names(child)
