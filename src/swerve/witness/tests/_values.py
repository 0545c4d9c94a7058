"""How is a value that a worker has seen written, so that `==` can be asked of it?"""

from __future__ import annotations

from collections.abc import Callable

from swerve.observe.recipe import (
    BadRecipe,
    Call,
    Dict,
    FrozenSet,
    List,
    Name,
    Recipe,
    Script,
    Set,
    Tuple,
)
from swerve.observe.snapshot import BY_POSITION, Atom, Entries, Graph, Index, Items, Named, Object

#: Deeper and larger values are no expectation that a person reads.
_DEEPEST = 8
_MOST_PARTS = 200
#: Sequences that are written with brackets; the others with a call around a list.
_SEQUENCES: dict[str, Callable[[tuple[Recipe, ...]], Recipe]] = {
    "list": List,
    "tuple": Tuple,
    "set": Set,
    "frozenset": FrozenSet,
}
#: What a person writes for a type that the machine chose.
_KNOWN_AS = {"pathlib.PosixPath": "pathlib.Path", "pathlib._local.PosixPath": "pathlib.Path"}


class _Unwritable(Exception):
    """No expression makes such a value, as far as one can see."""


def expression_of(script: Script, graph: Graph, index: Index) -> str | None:
    """An expression for a value equal to this one; whether it is equal shows when it is run.

    Instances of classes are written as if fields were the arguments of the constructor.
    """
    try:
        return script.expression(_Reading(graph).read(index))
    except (_Unwritable, BadRecipe):
        return None


def name_of(type_name: str) -> Name | None:
    """Where a class is imported from, as far as its full name tells; None for a local one."""
    if "<" in type_name:
        return None
    parts = type_name.split(".")
    if len(parts) == 1:
        return Name("builtins", type_name)
    # Classes inside classes: modules are written in small letters, nearly always.
    start = next((at for at, part in enumerate(parts) if part[:1].isupper()), len(parts) - 1)
    start = max(start, 1)
    return Name(".".join(parts[:start]), ".".join(parts[start:]))


class _Reading:
    def __init__(self, graph: Graph) -> None:
        self._nodes = graph.nodes
        self._depth = self._parts = 0

    def read(self, index: Index) -> Recipe:
        self._parts += 1
        if self._depth > _DEEPEST or self._parts > _MOST_PARTS:
            raise _Unwritable
        self._depth += 1
        recipe = self._read(index)
        self._depth -= 1
        return recipe

    def _read(self, index: Index) -> Recipe:
        node = self._nodes[index]
        if isinstance(node, Atom):
            if node.value is NotImplemented:
                return Name("builtins", "NotImplemented")
            return node.value
        if isinstance(node, Items):
            return self._items(node)
        if isinstance(node, Entries):
            return self._entries(node)
        if isinstance(node, Object):
            return self._object(node)
        if isinstance(node, Named) and node.kind in ("class", "function"):
            return _named(node.name)
        raise _Unwritable

    def _items(self, node: Items) -> Recipe:
        if node.end or len(node.items) < node.length or node.type.startswith("dict_"):
            raise _Unwritable
        items = tuple([self.read(item) for item in node.items])
        if node.type in _SEQUENCES:
            return _SEQUENCES[node.type](items)
        return Call(_named(node.type), (List(items),))

    def _entries(self, node: Entries) -> Recipe:
        if len(node.entries) < node.length:
            raise _Unwritable
        entries = Dict(tuple([(self.read(key), self.read(value)) for key, value in node.entries]))
        return entries if node.type == "dict" else Call(_named(node.type), (entries,))

    def _object(self, node: Object) -> Recipe:
        fields = dict(node.fields)
        if not node.mutable and list(fields) == ["name", "value"]:
            return self._member(node.type, fields["name"])
        name = _named(_KNOWN_AS.get(node.type, node.type))
        if node.type in BY_POSITION:
            args = [self.read(fields[each]) for each in BY_POSITION[node.type]]
            while len(args) > 2 and not args[-1]:  # nothings at the end
                args.pop()
            return Call(name, tuple(args))
        if node.type == "uuid.UUID":
            return Call(name, (), (("int", self.read(fields["int"])),))
        if node.content is not None:
            return self._made_from_content(node, name)
        if any(each.startswith("_") for each in fields):
            raise _Unwritable
        return Call(name, (), tuple([(each, self.read(at)) for each, at in fields.items()]))

    def _made_from_content(self, node: Object, name: Name) -> Recipe:
        if node.content is None or (node.fields and node.type != "collections.defaultdict"):
            raise _Unwritable
        content = self.read(node.content)
        if node.type == "collections.defaultdict":
            return content  # equal to the dict in it
        if node.type == "datetime.timezone" and isinstance(content, Tuple):
            return Call(name, content.items)
        return Call(name, (content,))

    def _member(self, type_name: str, index: Index) -> Recipe:
        name, node = _named(type_name), self._nodes[index]
        if not isinstance(node, Atom) or not isinstance(node.value, str):
            raise _Unwritable
        return Name(name.module, f"{name.qualname}.{node.value}")


def _named(type_name: str) -> Name:
    name = name_of(type_name)
    if name is None:
        raise _Unwritable
    return name
