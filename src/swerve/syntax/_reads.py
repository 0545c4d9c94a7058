"""Which names does a function look up, outside of itself?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from swerve.syntax._definitions import Definition
from swerve.syntax._normal import NormalForm, normal_code
from swerve.syntax._scopes import FunctionNode

#: Pseudo-attributes: the name itself is used, or called.
ITSELF = ""
CALLED = "()"


@dataclass(frozen=True, slots=True)
class Reads:
    """What a function looks up by name: in its module, and on its own class."""

    #: Global name -> attributes read from it, `ITSELF` and `CALLED` among them.
    names: dict[str, frozenset[str]]
    #: Attributes of `self` or `cls`.
    members: frozenset[str]
    #: Identifiers and short strings that occur anywhere in it.
    words: frozenset[str]


def reads_of(definition: Definition) -> Reads:
    """What a definition reads in body, defaults and decorators; annotations do not count."""
    known = {*definition.body.globals, *normal_surroundings(definition).globals}
    names: dict[str, set[str]] = {}
    words: set[str] = set()
    inside_another: set[int] = set()
    for child in walk_without_annotations(definition.node):
        if isinstance(child, ast.Attribute):
            words.add(child.attr)
            if isinstance(child.value, ast.Name):
                inside_another.add(id(child.value))
                if child.value.id in known:
                    names.setdefault(child.value.id, set()).add(child.attr)
                words.update((child.value.id, f"{child.value.id}.{child.attr}"))
        elif isinstance(child, ast.Call) and isinstance(child.func, ast.Name):
            inside_another.add(id(child.func))
            words.add(child.func.id)
            if child.func.id in known:
                names.setdefault(child.func.id, set()).add(CALLED)
        elif isinstance(child, ast.Name):
            words.add(child.id)
            if child.id in known and id(child) not in inside_another:
                names.setdefault(child.id, set()).add(ITSELF)
        elif isinstance(child, ast.Constant) and isinstance(child.value, str):
            words.add(child.value[:40])
    for name in known:  # private names stand in the tree unmangled
        names.setdefault(name, {ITSELF})
    uses = {name: frozenset(used) for name, used in names.items()}
    members = members_read(definition.node) if definition.class_node else frozenset()
    return Reads(uses, members, frozenset(words))


def normal_surroundings(definition: Definition) -> NormalForm:
    """Decorators and defaults: what runs when the function is defined."""
    node = definition.node
    defaults = [default for default in node.args.kw_defaults if default is not None]
    parts = [*node.decorator_list, *node.args.defaults, *defaults]
    return normal_code(parts, definition.context)


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


def walk_without_annotations(node: FunctionNode) -> Iterator[ast.AST]:
    """Every node of a function, parents first, but for its annotations."""
    queue: list[ast.AST] = [node]
    while queue:
        current = queue.pop()
        yield current
        for name, value in ast.iter_fields(current):
            if name in ("annotation", "returns"):
                continue
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, ast.AST):
                    queue.append(item)
