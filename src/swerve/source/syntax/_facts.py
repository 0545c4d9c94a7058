"""What does a file bind, at its top level and in its classes?"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache

from swerve.model import Module

from ._definitions import Definition, Guard, branches, find_definitions
from ._normal import Context, NormalForm, absolute_module, normal_code
from ._reading import Unreadable, parse
from .scopes import FUNCTIONS, Scope, ScopeKind, bound_by_alias, parts_outside, stored_names


class BindingKind(Enum):
    """How a name gets its value."""

    FUNCTION = "function"
    CLASS = "class"
    IMPORT = "import"
    #: An assignment, a loop, or a call that may change what the name holds.
    CODE = "code"


@dataclass(eq=False, slots=True)
class Binding:
    """One statement that has a say in what a name holds."""

    kind: BindingKind
    node: ast.stmt
    context: Context
    guards: tuple[Guard, ...]
    #: For an import: the part that binds the name.
    alias: ast.alias | None = None
    _form: NormalForm | None = None
    _guard_keys: tuple[str, ...] | None = None

    @property
    def form(self) -> NormalForm:
        """What the statement says; a function's own name is not part of it."""
        if self._form is None:
            if self.alias is not None:
                whole = "as" if self.alias.asname else ""
                tokens = ("import", *self.imports, self.alias.name, whole)
                self._form = NormalForm(tokens, (), (), ())
            else:
                self._form = normal_code(self.node, self.context, nameless=True)
        return self._form

    @property
    def guard_keys(self) -> tuple[str, ...]:
        """The conditions around it, in full."""
        if self._guard_keys is None:
            self._guard_keys = tuple(guard.key for guard in self.guards)
        return self._guard_keys

    @property
    def imports(self) -> tuple[str, str]:
        """For an import: the module, and the name taken from it ("" for the module itself)."""
        if self.alias is None:
            raise TypeError("not an import")
        if isinstance(self.node, ast.ImportFrom):
            return absolute_module(self.node, self.context.package), self.alias.name
        name = self.alias.name
        return (name if self.alias.asname else name.partition(".")[0]), ""


@dataclass(eq=False)
class ClassFacts:
    """A class with its members."""

    node: ast.ClassDef
    context: Context
    members: dict[str, list[Binding]] = field(default_factory=dict)

    @cached_property
    def header(self) -> NormalForm:
        """Decorators, bases and keywords."""
        parts = [*self.node.decorator_list, *self.node.bases, *self.node.keywords]
        return normal_code(parts, self.context)

    @property
    def fields(self) -> list[str]:
        """Members that are no methods, in their order."""
        bound = self.members.items()
        return [
            name for name, all_ in bound if any(b.kind is not BindingKind.FUNCTION for b in all_)
        ]

    def has_header_of(self, other: ClassFacts) -> bool:
        """Both classes are written with the same decorators, bases and keywords."""
        mine, theirs = self.header, other.header
        return (mine.tokens, mine.globals) == (theirs.tokens, theirs.globals)


class ModuleFacts:
    """What can be read off one version of a file, each thing worked out when first asked for."""

    def __init__(self, module: Module, tree: ast.Module) -> None:
        self.module = module
        self.tree = tree
        self.package = tuple(module.path.split("/")[:-1])

    @cached_property
    def lines(self) -> list[str]:
        """The file by lines."""
        return self.module.text.split("\n")

    @cached_property
    def definitions(self) -> list[Definition]:
        """Every function of the file."""
        return find_definitions(self.tree, self.package)

    @cached_property
    def definition_at(self) -> dict[tuple[int, str], Definition]:
        """The functions by the line of their `def` and their name."""
        return {(found.node.lineno, found.name): found for found in self.definitions}

    @cached_property
    def context(self) -> Context:
        """Where top-level code stands."""
        return Context(Scope(self.tree, None), None, self.package)

    @cached_property
    def names(self) -> dict[str, list[Binding]]:
        """What each top-level name is bound by, in order. Star imports stand under `*`."""
        found: dict[str, list[Binding]] = {}
        for name, binding in _bindings(self.tree.body, self.context, ()):
            found.setdefault(name, []).append(binding)
        return found

    @cached_property
    def classes(self) -> dict[str, ClassFacts]:
        """The classes of the file by qualified name; of several with one name, the last."""
        found: dict[str, ClassFacts] = {}
        self._find_classes(self.tree.body, self.context, "", found)
        return found

    def _find_classes(
        self, body: Iterable[ast.stmt], context: Context, prefix: str, found: dict[str, ClassFacts]
    ) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                name = prefix + node.name
                facts = ClassFacts(node, context)
                inner = Context(Scope(node, context.scope), node.name, self.package)
                for member, binding in _bindings(node.body, inner, ()):
                    if member not in inner.scope.global_names:
                        facts.members.setdefault(member, []).append(binding)
                found[name] = facts
                self._find_classes(node.body, inner, f"{name}.", found)
            elif not isinstance(node, FUNCTIONS):
                for _, block in branches(node):
                    self._find_classes(block, context, prefix, found)

    @cached_property
    def docstring(self) -> str | None:
        """The module's docstring as it is."""
        return ast.get_docstring(self.tree, clean=False)

    @cached_property
    def futures(self) -> frozenset[str]:
        """Names imported from `__future__`."""
        return frozenset(
            alias.name
            for node in self.tree.body
            if isinstance(node, ast.ImportFrom) and node.module == "__future__"
            for alias in node.names
        )

    @cached_property
    def global_names(self) -> frozenset[str]:
        """Names that some function declares `global`, and may bind when it runs."""
        nodes = (node for node in ast.walk(self.tree) if isinstance(node, ast.Global))
        return frozenset(name for node in nodes for name in node.names)

    @cached_property
    def imports(self) -> frozenset[tuple[str, str, str]]:
        """Every import anywhere in the file: module, name taken from it (or ""), name bound."""
        found: set[tuple[str, str, str]] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found.update((alias.name, "", bound_by_alias(alias)) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                module = absolute_module(node, self.package)
                found.update((module, alias.name, bound_by_alias(alias)) for alias in node.names)
        return frozenset(found)

    @cached_property
    def imported_modules(self) -> frozenset[str]:
        """Modules that any import in the file may load, `from m import n` also as `m.n`."""
        found: set[str] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    parts = alias.name.split(".")
                    found.update(".".join(parts[: n + 1]) for n in range(len(parts)))
            elif isinstance(node, ast.ImportFrom):
                module = absolute_module(node, self.package)
                found.update((module, *(f"{module}.{alias.name}" for alias in node.names)))
        return frozenset(found)

    def segment(self, node: ast.stmt) -> str:
        """The text of a definition or statement, decorators included."""
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
        return "\n".join(self.lines[first - 1 : node.end_lineno])


@lru_cache(maxsize=64)
def facts_of(module: Module) -> ModuleFacts | Unreadable:
    """The facts about a file, or why it cannot be read."""
    tree = parse(module.text)
    return tree if isinstance(tree, Unreadable) else ModuleFacts(module, tree)


def _bindings(
    body: Iterable[ast.stmt], context: Context, guards: tuple[Guard, ...]
) -> Iterator[tuple[str, Binding]]:
    for node in body:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            for name in {name for part in parts_outside(node) for name in stored_names(part)}:
                yield name, Binding(BindingKind.CODE, node, context, guards)
        if isinstance(node, FUNCTIONS):
            yield node.name, Binding(BindingKind.FUNCTION, node, context, guards)
        elif isinstance(node, ast.ClassDef):
            inner = Context(Scope(node, context.scope), node.name, context.package)
            if context.scope.kind is ScopeKind.MODULE:
                yield from _declared_global(node, inner, guards)
            yield node.name, Binding(BindingKind.CLASS, node, context, guards)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                binding = Binding(BindingKind.IMPORT, node, context, guards, alias)
                yield ("*" if alias.name == "*" else bound_by_alias(alias)), binding
        else:
            inside = list(branches(node))
            touched = names_of_head(node) if inside else _touched(node)
            for name in dict.fromkeys(touched):
                yield name, Binding(BindingKind.CODE, node, context, guards)
            for guard, block in inside:
                yield from _bindings(block, context, (*guards, guard))


def _declared_global(
    node: ast.ClassDef, inner: Context, guards: tuple[Guard, ...]
) -> Iterator[tuple[str, Binding]]:
    """What the body of a class binds in the module."""
    for child in node.body:
        if isinstance(child, ast.ClassDef):
            scope = Scope(child, inner.scope)
            yield from _declared_global(child, Context(scope, child.name, inner.package), guards)
    if not (shared := inner.scope.global_names):
        return
    for name, binding in _bindings(node.body, inner, guards):
        if name in shared:
            yield name, binding


def names_of_head(node: ast.stmt) -> Iterator[str]:
    """Names that a compound statement binds by itself, not through what is inside."""
    for part in head_of(node):
        yield from _stored(part)
    yield from captured(node)


def head_of(node: ast.stmt) -> Iterator[ast.expr | ast.withitem]:
    """What a compound statement evaluates by itself, and where it stores that."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.expr, ast.withitem)):
            yield child
        elif isinstance(child, ast.ExceptHandler) and child.type:
            yield child.type
        elif isinstance(child, ast.match_case) and child.guard:
            yield child.guard


def captured(node: ast.stmt) -> Iterator[str]:
    """Names that handlers and patterns bind; behind its block, the name of a handler is gone."""
    for handler in getattr(node, "handlers", ()):
        if handler.name:
            yield handler.name
    for case in getattr(node, "cases", ()):
        for pattern in ast.walk(case.pattern):
            if name := getattr(pattern, "name", None) or getattr(pattern, "rest", None):
                yield name


def _touched(node: ast.stmt) -> Iterator[str]:
    """Names that a simple statement binds, or whose value it may change."""
    if isinstance(node, ast.Expr):
        if not isinstance(node.value, ast.Constant):
            yield from (child.id for child in ast.walk(node) if isinstance(child, ast.Name))
    else:
        yield from _stored(node)


def _stored(node: ast.AST) -> Iterator[str]:
    for child in ast.walk(node):
        if isinstance(child, ast.Name) and isinstance(child.ctx, (ast.Store, ast.Del)):
            yield child.id
        elif isinstance(child, (ast.Attribute, ast.Subscript)) and isinstance(
            child.ctx, (ast.Store, ast.Del)
        ):
            root: ast.expr = child
            while isinstance(root, (ast.Attribute, ast.Subscript, ast.Starred)):
                root = root.value
            if isinstance(root, ast.Name):
                yield root.id


def modules_loaded(node: ast.AST, facts: ModuleFacts) -> Iterator[str]:
    """Every module that a statement of a file may load, packages first; none if it is no import."""
    for name in _named(node, facts):
        parts = name.lstrip(".").split(".")
        dots = name[: len(name) - len(name.lstrip("."))]
        yield from (dots + ".".join(parts[: count + 1]) for count in range(len(parts)))


def _named(node: ast.AST, facts: ModuleFacts) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        module = absolute_module(node, facts.package)
        yield from (f"{module}.{alias.name}" for alias in node.names)
