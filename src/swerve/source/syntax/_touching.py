"""Which names may a statement outside functions bind, delete, or reach into?

A name is given as its parts: `("Cart", "add")` for `Cart.add`, seen from the top of the file. Calls
count for what the functions of the file do that they lead to. Nothing is resolved here.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable, Iterator, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from ._definitions import Definition, Role, branches, last_name
from ._facts import BindingKind, ModuleFacts, captured, head_of
from ._import_time import is_script_guard
from ._normal import Context, normal_code
from ._reads import words_in
from ._surroundings import opaque_head, standard_origin
from ._writing import written
from .scopes import (
    FUNCTIONS,
    FunctionNode,
    Scope,
    all_annotations,
    all_arguments,
    all_defaults,
    bound_by_alias,
    holds,
)

Parts: TypeAlias = tuple[str, ...]

#: Any name of what stands before it.
ANY = "*"
#: An item, as of a list or a dictionary.
ITEM = "[]"
#: Stands first where nobody can tell whose attributes follow.
UNKNOWN = "?"
#: Stands first where the attributes of some module follow, and it cannot be told which one.
UNKNOWN_MODULE = "module ?"
#: With the name of a module behind it: the module.
MODULE = "module "
#: Calls that take an object, the name of an attribute, and perhaps its value.
_SETTERS = frozenset({"setattr", "delattr", "__setattr__", "__delattr__"})
_IMPORTERS = frozenset({"import_module", "__import__", "reload"})
#: By which code gets at objects that nobody gave it.
_HOOKS = frozenset(
    {
        *("exec", "eval", "execfile", "_getframe", "currentframe", "settrace", "setprofile"),
        *("get_referrers", "get_referents", "get_objects", "pythonapi", "py_object", "memmove"),
    }
)
_NAMESPACES = frozenset({"globals", "locals", "vars"})
_MUTATORS = frozenset({"update", "setdefault", "pop", "popitem", "clear", "__setitem__"})
_READERS = frozenset({"get", "keys", "values", "items", "copy", "__getitem__", "__contains__"})
_LOOKING = frozenset(
    {"list", "dict", "set", "frozenset", "tuple", "sorted", "len", "iter", "print"}
)
_LOOKING_NODES = (
    *(ast.Subscript, ast.Compare, ast.comprehension, ast.For, ast.Expr, ast.Dict, ast.Starred),
)
_MOST_WORDS = 60
#: Functions that are visited for all statements of a file together.
_MOST_STEPS = 20_000
#: What runs when a class is made, or called.
_MAKING = frozenset(
    {
        *("__init__", "__new__", "__post_init__", "__call__", "__init_subclass__", "__set_name__"),
        *("__prepare__", "__enter__"),
    }
)
#: What runs when there is a class of that base.
_SUBCLASSING = frozenset({"__init_subclass__", "__class_getitem__", "__mro_entries__"})
_NONE = frozenset[str]()


@dataclass(frozen=True, slots=True)
class Touch:
    """A statement outside functions, and what it may bind or reach into."""

    words: str
    #: Equal where the statement, and the functions that it leads to, say the same.
    key: Hashable
    line: int
    names: Set[Parts]
    #: The same of functions of the file that it leads to.
    called: Set[Parts] = frozenset()
    #: Names of the module that it mentions.
    reads: Set[str] = frozenset()
    #: The statement and the functions that it leads to.
    nodes: tuple[ast.AST, ...] = ()
    #: If it may call what is imported: the methods that run when a class is used like that.
    hooks: frozenset[str] = frozenset()
    #: It is an import, which brings what is elsewhere and reaches nothing there.
    is_import: bool = False

    @property
    def does_anything(self) -> bool:
        """Whether it may reach into anything, here or elsewhere."""
        return bool(self.names or self.called or self.hooks)


@lru_cache(maxsize=64)
def touches_of(facts: ModuleFacts) -> tuple[Touch, ...]:
    """The statements of a file that bind or reach into anything, in the order in which they run."""
    return tuple(touch for touch in _Finder(facts).touches() if touch.does_anything)


class _Finder:
    """Goes through the statements of one file."""

    def __init__(self, facts: ModuleFacts) -> None:
        self._facts = facts
        self._by_node = {id(each.node): each for each in facts.definitions}
        self._steps = 0
        self._imported = {bound for _, _, bound in facts.imports}
        self._found: dict[int, set[Parts]] = {}
        self._ways: dict[tuple[frozenset[str], Set[str]], list[FunctionNode]] = {}

    def touches(self) -> Iterator[Touch]:
        """All that run when the file is imported."""
        yield from self._in(self._facts.tree.body, (), (), self._facts.context)

    def _in(
        self, body: Iterable[ast.stmt], owner: Parts, prefix: tuple[str, ...], context: Context
    ) -> Iterator[Touch]:
        for node in body:
            if is_script_guard(node, self._facts) or _is_for_type_checkers(node, self._facts):
                continue
            if isinstance(node, FUNCTIONS):
                yield self._touch(node, _evaluated(node), owner, prefix, context, self._again(node))
            elif isinstance(node, ast.ClassDef):
                inside = (*owner, node.name)
                inner = Context(Scope(node, context.scope), node.name, context.package)
                yield from self._in(node.body, inside, prefix, inner)
                parts = list[ast.AST](opaque_head(node, self._facts))
                names = {inside} if parts else set()
                yield self._touch(node, parts, owner, prefix, context, names)
                bases = list[ast.AST](node.bases)
                yield self._touch(node, bases, owner, prefix, context, set(), _SUBCLASSING)
                place = _placed(node.name, owner, context)
                if place != inside or self._is_bound_twice(node.name, owner):
                    yield Touch(f"class {node.name}", (place, prefix), node.lineno, {place})
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                yield self._import(node, owner, prefix, context)
            elif blocks := list(branches(node)):
                names = {_placed(name, owner, context) for name in captured(node)}
                yield self._touch(node, list(head_of(node)), owner, prefix, context, names)
                for guard, block in blocks:
                    yield from self._in(block, owner, (*prefix, guard.key), context)
            else:
                yield self._touch(node, [node], owner, prefix, context, set())

    def _import(
        self,
        node: ast.Import | ast.ImportFrom,
        owner: Parts,
        prefix: tuple[str, ...],
        context: Context,
    ) -> Touch:
        bound = (ANY if a.name == "*" else bound_by_alias(a) for a in node.names)
        names = {_placed(name, owner, context) for name in bound}
        key = (owner, prefix, written(node), tuple(sorted(names)))
        return Touch(_short(written(node)), key, node.lineno, names, nodes=(node,), is_import=True)

    def _touch(
        self,
        node: ast.stmt,
        parts: list[ast.AST],
        owner: Parts,
        prefix: tuple[str, ...],
        context: Context,
        names: set[Parts],
        hooks: frozenset[str] = _MAKING,
    ) -> Touch:
        form = normal_code(parts, context)
        effects = _Effects(self._facts, owner, shared=context.scope.global_names)
        found = names.union(*(_effects(effects, part) for part in parts))
        may_call = any(map(_may_call, (node, *parts)))
        is_followed = may_call and self._steps <= _MOST_STEPS
        led_to = self.led_to(_words(parts), hooks) if is_followed else []
        bodies = [function for function in led_to if self.done_by(function)]
        called = set[Parts]().union(*map(self.done_by, bodies))
        if self._steps > _MOST_STEPS:  # more than anybody can follow
            bodies, called = [], {(ANY,)} if may_call else set()
        texts = tuple(self._by_node[id(each)].body for each in bodies)
        name = getattr(node, "name", "")
        captures = tuple(sorted(names))
        key = (owner, prefix, type(node).__name__, name, form.tokens, form.globals, captures, texts)
        line = f"def {name}" if isinstance(node, FUNCTIONS) else written(node).split("\n")[0]
        reads = {*form.globals, *(each for text in texts for each in text.globals)}
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            reads = set()
        end = node.end_lineno if isinstance(node, ast.ClassDef) else node.lineno
        nodes = (*parts, *bodies)
        goes_out = may_call and self._imported & _words(nodes)
        outside = hooks if goes_out else _NONE
        return Touch(_short(line), key, end or node.lineno, found, called, reads, nodes, outside)

    def _again(self, node: FunctionNode) -> set[Parts]:
        """The name of a definition, if others bind it too."""
        definition: Definition = self._by_node[id(node)]
        parts = tuple(definition.name.split("."))
        if node.name in definition.context.scope.global_names:  # in a class
            return {(node.name,)}
        return (
            {parts}
            if definition.role is Role.PLAIN and self._is_bound_twice(parts[-1], parts[:-1])
            else set()
        )

    def _is_bound_twice(self, name: str, owner: Parts) -> bool:
        around = self._facts.classes.get(".".join(owner))
        scope = around.members if owner and around else self._facts.names
        nodes = (binding.node for binding in scope.get(name, ()))
        whole = (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)
        return sum(isinstance(node, whole) or _binds(node, name) for node in nodes) > 1

    def done_by(self, function: FunctionNode) -> set[Parts]:
        """What a function binds or reaches into."""
        if id(function) not in self._found:
            theirs = _Effects(self._facts, (), self._by_node[id(function)])
            found = (_effects(theirs, part) for part in function.body)
            self._found[id(function)] = set[Parts]().union(*found)
        return self._found[id(function)]

    def led_to(self, words: frozenset[str], hooks: Set[str]) -> list[FunctionNode]:
        """Functions of the file whose names are mentioned, and those mentioned there.

        Of classes these are the `hooks`, and methods whose names are mentioned.
        """
        if words.isdisjoint(self._facts.names):
            return []
        key = (words, hooks)
        if key not in self._ways:
            self._ways[key] = list(self._led(words, hooks))
            self._steps += len(self._ways[key])
        return self._ways[key]

    def _led(self, words: Set[str], hooks: Set[str]) -> Iterator[FunctionNode]:
        queue, seen = sorted(words), set(words)
        while queue:
            for binding in self._facts.names.get(queue.pop(), ()):
                node = binding.node
                nodes: list[ast.stmt] = [node]
                if isinstance(node, ast.ClassDef):
                    methods = (each for each in node.body if isinstance(each, FUNCTIONS))
                    nodes = [each for each in methods if each.name in hooks | seen]
                elif binding.kind is BindingKind.IMPORT:
                    nodes = []
                for each in nodes:
                    if isinstance(each, FUNCTIONS):
                        yield each
                    fresh = words_in(each) - seen
                    seen |= fresh
                    queue += sorted(fresh)


class _Effects:
    """What some code binds or reaches into, when it runs."""

    def __init__(
        self,
        facts: ModuleFacts,
        owner: Parts,
        function: Definition | None = None,
        shared: frozenset[str] = _NONE,
    ) -> None:
        self._owner = owner
        self._own, self._shared = _own_names(function.node) if function else (_NONE, shared)
        around = facts.classes.get(".".join(owner)) if owner else None
        self._members = frozenset(around.members) if around else frozenset[str]()

    def names(self, code: ast.AST) -> set[Parts]:
        """All of them in a piece of code, with the functions in it."""
        return set(self._walk(code, None))

    def _walk(self, node: ast.AST, parent: ast.AST | None) -> Iterator[Parts]:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)) and node.name in self._shared:
            yield (node.name,)
        elif isinstance(node, ast.alias) and bound_by_alias(node) in self._shared:
            yield (bound_by_alias(node),)
        if isinstance(node, ast.AnnAssign) and node.value is None:
            yield from self._walk(node.annotation, node)
            return
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
            yield from self._of_place(node, parent)
        elif isinstance(node, ast.Call):
            yield from self._of_call(node, parent)
        for child in ast.iter_child_nodes(node):
            found = self._walk(child, node)
            if isinstance(node, ast.comprehension) and child is node.target:
                found = (parts for parts in found if len(parts) > 1 + len(self._owner))
            yield from found

    def _of_place(
        self, node: ast.Name | ast.Attribute | ast.Subscript, parent: ast.AST | None
    ) -> Iterator[Parts]:
        word = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
        if not isinstance(node.ctx, ast.Load):
            if not isinstance(node, ast.Name):
                yield self.parts(node)
            elif node.id in self._shared:
                yield (node.id,)
            elif node.id not in self._own:
                yield (*self._owner, node.id)
        elif word in _HOOKS:
            yield (ANY,)
        elif word == "__builtins__" or (word in _SETTERS and not _is_called(node, parent)):
            yield (UNKNOWN_MODULE, ANY)
        elif word in ("modules", "__dict__", "__globals__") and _escapes(node, parent):
            base = (UNKNOWN_MODULE,) if word == "modules" else self.parts(node)
            yield (*base, ANY)

    def _of_call(self, node: ast.Call, parent: ast.AST | None) -> Iterator[Parts]:
        name, given = last_name(node), node.args
        function = node.func
        if name in _SETTERS:
            if isinstance(function, ast.Attribute) and len(given) == 1 + name.startswith("__s"):
                given = [function.value, *given]  # `x.__setattr__(name, value)`
            if len(given) >= 2:
                yield from self._set(given[0], given[1])
        elif name == "object" and isinstance(function, ast.Attribute) and len(given) >= 2:
            if last_name(function.value) == "patch":
                yield from self._set(given[0], given[1])
        elif name == "getattr" and given and last_name(given[0]) == "builtins":
            yield (UNKNOWN_MODULE, ANY)
        elif name == "patch" and given:
            text = _text(given[0])
            yield (MODULE + text,) if text else (UNKNOWN_MODULE, ANY)
        elif name in _NAMESPACES and isinstance(function, ast.Name) and _escapes(node, parent):
            yield (*self.parts(node), ANY)
        elif isinstance(function, ast.Attribute) and _is_namespace(function.value):
            base = self.parts(function.value)
            keys = _keys(node, name) if name in _MUTATORS else ()
            yield from ((*base, key) for key in keys)

    def _set(self, target: ast.expr, attribute: ast.expr) -> Iterator[Parts]:
        base = self.parts(target)
        if text := _text(target):  # `monkeypatch.setattr("shop.total", value)`
            base = (MODULE + text,)
            yield base
        yield (*base, _text(attribute) or ANY)

    def parts(self, node: ast.expr) -> Parts:
        """What an expression stands for."""
        if isinstance(node, ast.Name):
            if node.id in self._own:
                return (UNKNOWN,)
            inside = self._owner if node.id in self._members else ()
            return (*inside, node.id)
        if isinstance(node, ast.Attribute):
            if node.attr in ("__dict__", "__func__"):
                return self.parts(node.value)
            return () if node.attr == "__globals__" else (*self.parts(node.value), node.attr)
        if isinstance(node, ast.Subscript):
            if last_name(node.value) == "modules":
                return _module(node.slice)
            key = (_text(node.slice) or ANY) if _is_namespace(node.value) else ITEM
            return (*self.parts(node.value), key)
        if isinstance(node, ast.Call) and node.args and _gives_module(node):
            return _module(node.args[0])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "getattr" and len(node.args) >= 2:
                return (*self.parts(node.args[0]), _text(node.args[1]) or ANY)
            if node.func.id in _NAMESPACES:
                if node.args:
                    return self.parts(node.args[0])
                return () if node.func.id == "globals" else self._owner
        if isinstance(node, ast.NamedExpr):
            return self.parts(node.value)
        leads_to_modules = not words_in(node).isdisjoint({"modules", *_IMPORTERS})
        return (UNKNOWN_MODULE,) if leads_to_modules else (UNKNOWN,)


def called_in(
    facts: ModuleFacts, words: frozenset[str], hooks: frozenset[str]
) -> tuple[list[FunctionNode], set[Parts]]:
    """Functions of a file that code with these words may call, and what they reach into."""
    finder = _Finder(facts)
    functions = [each for each in finder.led_to(words, hooks) if finder.done_by(each)]
    return functions, set[Parts]().union(*map(finder.done_by, functions))


def _short(words: str) -> str:
    return words if len(words) <= _MOST_WORDS else f"{words[: _MOST_WORDS - 1]}…"


def _words(nodes: Iterable[ast.AST]) -> frozenset[str]:
    return frozenset[str]().union(*map(words_in, nodes))


def _effects(finder: _Effects, code: ast.AST) -> set[Parts]:
    try:
        return finder.names(code)
    except RecursionError:  # nested too deeply for anybody to follow
        return {(ANY,)}


def value_parts(facts: ModuleFacts, node: ast.expr) -> Parts:
    """What an expression at the top of a file stands for, as parts of a name."""
    try:
        return _Effects(facts, ()).parts(node)
    except RecursionError:
        return (UNKNOWN,)


def _placed(name: str, owner: Parts, context: Context) -> Parts:
    """Where code in a class, or at the top, binds a name."""
    return (name,) if name in context.scope.global_names else (*owner, name)


def _module(name: ast.expr) -> Parts:
    if isinstance(name, ast.Name) and name.id == "__name__":
        return ()
    text = _text(name)
    return (MODULE + text,) if text else (UNKNOWN_MODULE,)


def _gives_module(call: ast.Call) -> bool:
    """`import_module(name)`, or `sys.modules.get(name)`."""
    function = call.func
    is_taken = isinstance(function, ast.Attribute) and last_name(function.value) == "modules"
    return is_taken or last_name(call) in _IMPORTERS


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _is_namespace(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in _NAMESPACES
    return isinstance(node, ast.Attribute) and node.attr in ("__dict__", "__globals__", "modules")


def _keys(call: ast.Call, method: str) -> Iterator[str]:
    """The names that a call of a method of a namespace sets or takes away."""
    for keyword in call.keywords:
        yield keyword.arg or ANY
    if method == "update":
        for each in call.args:
            keys = each.keys if isinstance(each, ast.Dict) else [None]
            yield from ((key and _text(key)) or ANY for key in keys)
    else:
        yield (call.args and _text(call.args[0])) or ANY


def _escapes(node: ast.AST, parent: ast.AST | None) -> bool:
    """A namespace is handed to somebody who may write to it."""
    if isinstance(parent, _LOOKING_NODES) or (isinstance(parent, ast.keyword) and not parent.arg):
        return False
    if isinstance(parent, ast.Attribute):
        return parent.attr not in _READERS | _MUTATORS
    return not (isinstance(parent, ast.Call) and last_name(parent.func) in _LOOKING)


def _is_called(node: ast.AST, parent: ast.AST | None) -> bool:
    return isinstance(parent, ast.Call) and parent.func is node


def _is_for_type_checkers(node: ast.stmt, facts: ModuleFacts) -> bool:
    if not isinstance(node, ast.If) or node.orelse:
        return False
    return standard_origin(node.test, facts) == ("typing", "TYPE_CHECKING")


def _may_call(node: ast.AST) -> bool:
    if isinstance(node, FUNCTIONS):
        return bool(node.decorator_list)
    return isinstance(node, ast.ClassDef) or holds(node, ast.Call)


def _binds(node: ast.stmt, name: str) -> bool:
    names = (child for child in ast.walk(node) if isinstance(child, ast.Name))
    return any(each.id == name and not isinstance(each.ctx, ast.Load) for each in names)


def _evaluated(node: FunctionNode) -> list[ast.AST]:
    """What runs when a function is defined."""
    telling = (each for each in all_annotations(node) if holds(each, ast.Call, ast.NamedExpr))
    return [*node.decorator_list, *all_defaults(node.args), *telling]


def _own_names(function: FunctionNode) -> tuple[frozenset[str], frozenset[str]]:
    """The names that belong to a function, its parameters among them, and those it shares."""
    nodes = list(ast.walk(function))
    shared = {n for node in nodes if isinstance(node, ast.Global) for n in node.names}
    own = {each.arg for each in all_arguments(function.args)}
    own |= {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    return frozenset(own - shared), frozenset(shared)
