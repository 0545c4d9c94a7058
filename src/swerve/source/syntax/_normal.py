"""What is left of code once formatting, comments, annotations and the choice of local names go?

A normal form is a flat sequence of tokens. Names are replaced by what they refer to: locals and
globals are numbered in the order in which they first appear, so that two pieces of code that
differ by a consistent renaming have equal tokens, and the renaming can be read off. What such a
renaming would show at run time stays as it is written: attributes, keywords, the names of nested
functions and classes, the parameters of functions that others may call.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .scopes import (
    FUNCTIONS,
    Comprehension,
    FunctionNode,
    Scope,
    ScopeKind,
    all_arguments,
    bound_by_alias,
    holds,
)

Token: TypeAlias = str | int | tuple[str, ...]

#: Builtins that call what they are given first or as `key` by position, so that the names of a
#: lambda's parameters cannot be seen.
_CALLS_FIRST = frozenset({"map", "filter"})
_CALLS_KEY = frozenset({"sorted", "min", "max"})


@dataclass(frozen=True, slots=True)
class NormalForm:
    """Code without its accidents. Equal tokens mean equal code up to the three lists of names."""

    tokens: tuple[Token, ...]
    #: By number: the locals (and parameters) of the code.
    locals: tuple[str, ...]
    #: By number: names of the module or of builtins.
    globals: tuple[str, ...]
    #: By number: names of the functions around the code.
    free: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """Where a piece of code stands, as far as its meaning depends on that."""

    #: The scope that the code itself is in.
    scope: Scope
    #: Innermost class around the code, for the mangling of private names.
    class_name: str | None = None
    #: Folders from the root of the tree to the file, for relative imports.
    package: tuple[str, ...] = ()


def normal_body(function: FunctionNode, context: Context) -> NormalForm:
    """The normal form of what runs when the function is called."""
    normaliser = _Normaliser(context)
    scope = Scope(function, context.scope)
    normaliser.parameters = {argument.arg for argument in all_arguments(function.args)}
    normaliser.shown = {p.name for p in getattr(function, "type_params", ())}
    normaliser.root = scope
    try:
        normaliser.body(function.body, scope)
    except RecursionError:
        return _unlike_any_other(function)
    return normaliser.result()


def normal_code(
    nodes: ast.AST | Sequence[ast.AST], context: Context, *, nameless: bool = False
) -> NormalForm:
    """The normal form of expressions or statements that run where they stand.

    With `nameless`, a function definition does not show its own name.
    """
    normaliser = _Normaliser(context)
    if nameless and isinstance(nodes, FUNCTIONS):
        normaliser.nameless = nodes
    try:
        for node in nodes if isinstance(nodes, Sequence) else (nodes,):
            normaliser.visit(node, context.scope)
    except RecursionError:
        return _unlike_any_other(nodes)
    return normaliser.result()


def _unlike_any_other(code: object) -> NormalForm:
    """For code nested too deeply to walk: never equal to anything, so never called the same."""
    return NormalForm((("unknown", str(id(code))),), (), (), ())


class _Normaliser:
    """Walks code and writes tokens; one object per normal form."""

    def __init__(self, context: Context) -> None:
        self.tokens: list[Token] = []
        self.locals: dict[tuple[int, str], int] = {}
        self.globals: dict[str, int] = {}
        self.free: dict[str, int] = {}
        self.context = context
        self.class_name = context.class_name
        self.root: Scope | None = None
        self.parameters: set[str] = set()
        #: Type parameters of the function, which carry their name at run time.
        self.shown: set[str] = set()
        self.nameless: ast.AST | None = None
        #: Scopes opened inside the code; kept alive because `locals` holds their ids.
        self.inner: dict[int, Scope] = {}

    def result(self) -> NormalForm:
        return NormalForm(
            tuple(self.tokens),
            tuple(name for _, name in self.locals),
            tuple(self.globals),
            tuple(self.free),
        )

    # --- names ---

    def name(self, name: str, scope: Scope) -> None:
        """Write what `name` refers to when used in `scope`."""
        owner = scope.owner(name)
        if owner is None:
            number = self.globals.setdefault(self.mangled(name), len(self.globals))
            self.tokens.append(("global", str(number)))
        elif owner.kind is ScopeKind.CLASS:
            self.tokens.append(("member", self.mangled(name)))
        elif (owner is self.root and name in self.shown) or name == "__class__":
            self.tokens.append(("type", name))  # `super()` looks for the latter by its name
        elif owner is self.root or id(owner) in self.inner:
            number = self.locals.setdefault((id(owner), name), len(self.locals))
            kind = "parameter" if owner is self.root and name in self.parameters else "local"
            self.tokens.append((kind, str(number)))
        else:
            number = self.free.setdefault(name, len(self.free))
            self.tokens.append(("free", str(number)))

    def mangled(self, name: str) -> str:
        return mangled(name, self.class_name)

    def open(self, node: ast.AST, parent: Scope) -> Scope:
        scope = Scope(node, parent)
        self.inner[id(scope)] = scope
        return scope

    # --- structure ---

    def body(self, statements: Iterable[ast.stmt], scope: Scope) -> None:
        """Statements in order, without those that do nothing."""
        kept = [s for n, s in enumerate(statements) if not _does_nothing(s, scope, first=n == 0)]
        self.tokens.append(len(kept))
        for statement in kept:
            self.visit(statement, scope)

    def visit(self, node: ast.AST, scope: Scope) -> None:
        method = getattr(self, f"visit_{type(node).__name__}", None)
        if method is not None:
            method(node, scope)
        else:
            self.generic(node, scope)

    def generic(self, node: ast.AST, scope: Scope) -> None:
        self.tokens.append(type(node).__name__)
        for field in node._fields:
            self.value(getattr(node, field, None), scope, field)

    def value(self, value: object, scope: Scope, field: str) -> None:
        if isinstance(value, ast.AST):
            self.visit(value, scope)
        elif isinstance(value, list):
            if field in ("body", "orelse", "finalbody") and all(
                isinstance(item, ast.stmt) for item in value
            ):
                self.body(value, scope)
            else:
                self.tokens.append(len(value))
                for item in value:
                    self.value(item, scope, field)
        else:
            self.tokens.append(_literal(value))

    # --- nodes that need care ---

    def visit_Name(self, node: ast.Name, scope: Scope) -> None:  # noqa: N802 (named after the node)
        self.tokens.append(type(node.ctx).__name__)
        self.name(node.id, scope)

    def visit_Attribute(self, node: ast.Attribute, scope: Scope) -> None:  # noqa: N802
        self.tokens.append(("Attribute", type(node.ctx).__name__, self.mangled(node.attr)))
        self.visit(node.value, scope)

    def visit_Constant(self, node: ast.Constant, scope: Scope) -> None:  # noqa: N802
        self.tokens.append(("Constant", _literal(node.value)))

    def visit_keyword(self, node: ast.keyword, scope: Scope) -> None:
        self.tokens.append(("keyword", "**" if node.arg is None else self.mangled(node.arg)))
        self.visit(node.value, scope)

    def visit_AnnAssign(self, node: ast.AnnAssign, scope: Scope) -> None:  # noqa: N802
        if scope.kind in (ScopeKind.CLASS, ScopeKind.MODULE):
            self.generic(node, scope)  # evaluated and kept in __annotations__
        elif _binds_or_suspends(node.annotation):
            self.generic(node, scope)
        elif node.value is not None:
            self.tokens.extend(("Assign", 1))
            self.visit(node.target, scope)
            self.visit(node.value, scope)
        else:
            self.tokens.append("AnnTarget")  # `a.b: int` evaluates `a`; a plain name is dropped
            self.visit(node.target, scope)

    def visit_Assign(self, node: ast.Assign, scope: Scope) -> None:  # noqa: N802
        self.tokens.extend(("Assign", len(node.targets)))
        for target in node.targets:
            self.visit(target, scope)
        self.visit(node.value, scope)

    def visit_Import(self, node: ast.Import, scope: Scope) -> None:  # noqa: N802
        self.tokens.extend(("Import", len(node.names)))
        for alias in node.names:
            whole = "as" if alias.asname and "." in alias.name else ""
            self.tokens.append((alias.name, whole))
            self.name(bound_by_alias(alias), scope)

    def visit_ImportFrom(self, node: ast.ImportFrom, scope: Scope) -> None:  # noqa: N802
        module = absolute_module(node, self.context.package)
        self.tokens.extend(("ImportFrom", module, len(node.names)))
        for alias in node.names:
            self.tokens.append(alias.name)
            if alias.name != "*":
                self.name(bound_by_alias(alias), scope)

    def visit_ExceptHandler(self, node: ast.ExceptHandler, scope: Scope) -> None:  # noqa: N802
        self.tokens.append("ExceptHandler")
        self.value(node.type, scope, "type")
        self.binding(node.name, scope)
        self.body(node.body, scope)

    def visit_MatchAs(self, node: ast.MatchAs, scope: Scope) -> None:  # noqa: N802
        self.tokens.append("MatchAs")
        self.value(node.pattern, scope, "pattern")
        self.binding(node.name, scope)

    def visit_MatchStar(self, node: ast.MatchStar, scope: Scope) -> None:  # noqa: N802
        self.tokens.append("MatchStar")
        self.binding(node.name, scope)

    def visit_MatchMapping(self, node: ast.MatchMapping, scope: Scope) -> None:  # noqa: N802
        self.tokens.append("MatchMapping")
        self.value(node.keys, scope, "keys")
        self.value(node.patterns, scope, "patterns")
        self.binding(node.rest, scope)

    def binding(self, name: str | None, scope: Scope) -> None:
        if name is None:
            self.tokens.append("-")
        else:
            self.name(name, scope)

    # --- scopes inside ---

    def visit_FunctionDef(self, node: FunctionNode, scope: Scope) -> None:  # noqa: N802
        self.tokens.append((type(node).__name__, "" if node is self.nameless else node.name))
        self.name(node.name, scope)
        self.value(node.decorator_list, scope, "decorators")
        inner = self.open(node, scope)
        self.value(getattr(node, "type_params", []), inner, "type_params")
        self.arguments(node.args, scope, names_shown=True)
        for argument in all_arguments(node.args):
            self.name(argument.arg, inner)
        self.body(node.body, inner)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda, scope: Scope, names_shown: bool = True) -> None:  # noqa: N802
        self.tokens.append("Lambda")
        self.arguments(node.args, scope, names_shown=names_shown)
        inner = self.open(node, scope)
        for argument in all_arguments(node.args):
            self.name(argument.arg, inner)
        self.visit(node.body, inner)

    def arguments(self, arguments: ast.arguments, scope: Scope, *, names_shown: bool) -> None:
        """Kinds and defaults of parameters; their names only where a caller could see them."""
        for kind, group in (
            ("positional", arguments.posonlyargs),
            ("either", arguments.args),
            ("star", [arguments.vararg] if arguments.vararg else []),
            ("keyword", arguments.kwonlyargs),
            ("stars", [arguments.kwarg] if arguments.kwarg else []),
        ):
            self.tokens.extend((kind, len(group)))
            if names_shown or kind == "keyword":
                self.tokens.extend(self.mangled(argument.arg) for argument in group)
        self.value(arguments.defaults, scope, "defaults")
        self.value(arguments.kw_defaults, scope, "kw_defaults")

    def visit_Call(self, node: ast.Call, scope: Scope) -> None:  # noqa: N802
        self.tokens.append("Call")
        self.visit(node.func, scope)
        builtin = _builtin_called(node, scope)
        self.tokens.append(len(node.args))
        for number, argument in enumerate(node.args):
            is_called = number == 0 and builtin in _CALLS_FIRST
            if isinstance(argument, ast.Lambda) and is_called:
                self.visit_Lambda(argument, scope, names_shown=False)
            else:
                self.visit(argument, scope)
        self.tokens.append(len(node.keywords))
        for keyword in node.keywords:
            is_called = keyword.arg == "key" and builtin in _CALLS_KEY
            if isinstance(keyword.value, ast.Lambda) and is_called:
                self.tokens.append(("keyword", "key"))
                self.visit_Lambda(keyword.value, scope, names_shown=False)
            else:
                self.visit(keyword, scope)

    def visit_ClassDef(self, node: ast.ClassDef, scope: Scope) -> None:  # noqa: N802
        self.tokens.append(("ClassDef", node.name))
        self.name(node.name, scope)
        self.value(node.decorator_list, scope, "decorators")
        inner = self.open(node, scope)
        self.value(getattr(node, "type_params", []), inner, "type_params")
        self.value(node.bases, scope, "bases")
        self.value(node.keywords, scope, "keywords")
        outer_class, self.class_name = self.class_name, node.name
        self.body(node.body, inner)
        self.class_name = outer_class

    def comprehension(self, node: Comprehension, scope: Scope) -> None:
        self.tokens.extend((type(node).__name__, len(node.generators)))
        inner = self.open(node, scope)
        for position, generator in enumerate(node.generators):
            self.visit(generator.iter, inner if position else scope)
            self.tokens.append(generator.is_async)
            self.visit(generator.target, inner)
            self.value(generator.ifs, inner, "ifs")
        if isinstance(node, ast.DictComp):
            self.visit(node.key, inner)
            self.visit(node.value, inner)
        else:
            self.visit(node.elt, inner)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension  # noqa: N815


def mangled(name: str, class_name: str | None) -> str:
    """A name as the compiler spells it inside a class."""
    if class_name is None or not name.startswith("__") or name.endswith("__"):
        return name
    stripped = class_name.lstrip("_")
    return f"_{stripped}{name}" if stripped else name


def _does_nothing(statement: ast.stmt, scope: Scope, *, first: bool) -> bool:
    """Statements without effect at run time, docstrings among them."""
    if isinstance(statement, (ast.Pass, ast.Global, ast.Nonlocal)):
        return True
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        return value is ... or (first and isinstance(value, str))
    return (
        isinstance(statement, ast.AnnAssign)
        and scope.kind is ScopeKind.FUNCTION
        and statement.value is None
        and isinstance(statement.target, ast.Name)
        and not _binds_or_suspends(statement.annotation)
    )


def _binds_or_suspends(annotation: ast.expr) -> bool:
    """What is never evaluated still counts for the compiler: it may make a generator."""
    return holds(annotation, ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)


def _builtin_called(node: ast.Call, scope: Scope) -> str:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    return name if name and scope.is_builtin(name) else ""


def _literal(value: object) -> str:
    """A constant with its type: `1`, `1.0` and `True` are three different things."""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"int {value:x}"  # decimal digits are limited, hexadecimal ones are not
    return f"{type(value).__name__} {value!r}"


def absolute_module(node: ast.ImportFrom, package: tuple[str, ...]) -> str:
    """The module that `from ... import` names, with the dots of a relative import resolved."""
    if not node.level:
        return node.module or ""
    left = len(package) - (node.level - 1)
    beyond = "." * -left  # there is no such package
    return ".".join((f"{beyond}.", *package[: max(left, 0)], *filter(None, (node.module,))))
