"""Which names does a function look up, outside of itself?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ._definitions import Definition
from ._normal import Context, NormalForm, normal_body, normal_code
from .introspection import LOOKING_BUILTINS
from .scopes import FUNCTIONS, FunctionNode, Scope, all_defaults

#: Pseudo-attributes: the name itself is used, or called.
ITSELF = ""
CALLED = "()"


@dataclass(frozen=True, slots=True)
class Reads:
    """What a function looks up by name: in its module, and on its own class."""

    #: Global name -> attributes read from it, `ITSELF` and `CALLED` among them; nothing for a
    #: class that something is only compared with.
    names: dict[str, frozenset[str]]
    #: Attributes of `self` or `cls`.
    members: frozenset[str]


def reads_of(definition: Definition) -> Reads:
    """What a definition reads in body, defaults and decorators; annotations do not count."""
    known = {*definition.body.globals, *normal_surroundings(definition).globals}
    names: dict[str, set[str]] = {}
    inside_another: set[int] = set()
    for child in walk_without_annotations(definition.node):
        for asked in _asked_about(child):  # which of its members are there does not matter
            inside_another.add(id(asked))
            if asked.id in known:
                names.setdefault(asked.id, set())
        if isinstance(child, ast.Attribute) and isinstance(child.value, ast.Name):
            inside_another.add(id(child.value))
            if child.value.id in known:
                names.setdefault(child.value.id, set()).add(child.attr)
        elif isinstance(child, ast.Call) and isinstance(child.func, ast.Name):
            inside_another.add(id(child.func))
            if child.func.id in known:
                names.setdefault(child.func.id, set()).add(CALLED)
        elif isinstance(child, ast.Name) and child.id in known and id(child) not in inside_another:
            names.setdefault(child.id, set()).add(ITSELF)
    for name in known:  # private names stand in the tree unmangled
        names.setdefault(name, {ITSELF})
    uses = {name: frozenset(used) for name, used in names.items()}
    members = members_read(definition.node) if definition.class_node else frozenset()
    return Reads(uses, members)


def _asked_about(node: ast.AST) -> list[ast.Name]:
    """Names of classes that something is compared with."""
    asked: ast.expr | None = None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 2:
        asked = node.args[1] if node.func.id in ("isinstance", "issubclass") else None
    elif isinstance(node, ast.ExceptHandler):
        asked = node.type
    parts = asked.elts if isinstance(asked, ast.Tuple) else [asked]
    return [part for part in parts if isinstance(part, ast.Name)]


def normal_surroundings(definition: Definition) -> NormalForm:
    """Decorators and defaults: what runs when the function is defined."""
    node = definition.node
    return normal_code([*node.decorator_list, *all_defaults(node.args)], definition.context)


def members_read(method: FunctionNode) -> frozenset[str]:
    """Attributes that a method looks up on its first parameter."""
    receiver = _receiver(method)
    return frozenset(
        child.attr
        for child in walk_without_annotations(method)
        if isinstance(child, ast.Attribute)
        and isinstance(child.value, ast.Name)
        and child.value.id == receiver
    )


def _receiver(method: FunctionNode) -> str | None:
    for decorator in method.decorator_list:
        if isinstance(decorator, ast.Name) and decorator.id == "staticmethod":
            return None
    positional = [*method.args.posonlyargs, *method.args.args]
    return positional[0].arg if positional else None


def walk_without_annotations(node: ast.AST) -> Iterator[ast.AST]:
    """Every node of some code, parents first, but for annotations of parameters and results."""
    queue: list[ast.AST] = [node]
    while queue:
        current = queue.pop()
        yield current
        for name, value in ast.iter_fields(current):
            if name == "returns" or (name == "annotation" and isinstance(current, ast.arg)):
                continue
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, ast.AST):
                    queue.append(item)


def docstrings_in(code: ast.AST) -> list[str | None]:
    """The docstring of every function and class in some code, to the letter."""
    return [
        ast.get_docstring(node, clean=False)
        for node in ast.walk(code)
        if isinstance(node, (*FUNCTIONS, ast.ClassDef))
    ]


#: Attributes that tell about code; as attributes they get a word of their own, with a dot.
_TELLING = frozenset({"__name__", "__qualname__", "__module__", "__doc__"})
#: Functions that turn a string into a name.
_NAMES_FROM_STRINGS = frozenset(
    {"getattr", "setattr", "delattr", "hasattr", "attrgetter", "methodcaller", "import_module"}
)


@lru_cache(maxsize=4096)
def words_in(code: ast.AST) -> frozenset[str]:
    """Every word of a piece of code that may stand for something elsewhere.

    Names, attributes and what imports mention; annotations do not count. Strings count where
    something turns strings into names. For the special words see `introspection`.
    """
    if isinstance(code, ast.ClassDef):
        methods = [node for node in code.body if isinstance(node, FUNCTIONS)]
        rest = [node for node in ast.iter_child_nodes(code) if node not in methods]
        return frozenset().union(*map(words_in, methods), *map(words_in, rest))
    words: set[str] = set()
    strings: set[str] = set()
    seen = _names_from_outside(code) if isinstance(code, FUNCTIONS) else None
    for node in walk_without_annotations(code):
        if isinstance(node, ast.Name):
            if seen is None or node.id in seen:
                words.add(node.id)
                if node.id in LOOKING_BUILTINS:
                    words.add(f"{node.id}()")
        elif isinstance(node, ast.Attribute):
            words.add(node.attr)
            if node.attr in _TELLING:
                words.add(f".{node.attr}")
            if isinstance(node.value, ast.Name) and node.value.id in ("inspect", "sys"):
                words.add(f"{node.value.id}.{node.attr}")
        elif isinstance(node, ast.Import):
            words.update(part for alias in node.names for part in alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                words |= imported_words(node.module or "", alias.name)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            words.update(node.names)
        elif isinstance(node, ast.MatchClass):
            words.update(node.kwd_attrs)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.add(node.value)
    if words & _NAMES_FROM_STRINGS:
        words.update(part for text in strings for part in text.split(".") if part.isidentifier())
    return frozenset(words)


def _names_from_outside(function: FunctionNode) -> set[str] | None:
    """Names in a function that are not its own; `None` when that cannot be told."""
    nowhere = Context(Scope(ast.Module([], []), None))
    form = normal_body(function, nowhere)
    if form.tokens[:1] and isinstance(form.tokens[0], tuple) and form.tokens[0][0] == "unknown":
        return None
    names = set(form.globals)
    for part in (*function.decorator_list, *all_defaults(function.args)):
        names.update(node.id for node in ast.walk(part) if isinstance(node, ast.Name))
    return names


def imported_words(module: str, name: str) -> set[str]:
    """The words of an import: of the module, of what is taken from it, and of both together."""
    words = {*module.split("."), name, f"{module}.{name}"}
    if module == "builtins" and name in LOOKING_BUILTINS:
        words.add(f"{name}()")
    return words - {""}
