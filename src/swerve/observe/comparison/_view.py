"""What of a graph is compared, under the rules of a project?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from swerve.observe.comparison._paths import MEMBER, Key, Path, step_text, to_attribute
from swerve.observe.comparison._rules import Rules
from swerve.observe.snapshot import Atom, Entries, Graph, Index, Items, Named, Node, Object

Fields: TypeAlias = tuple[tuple[str, Index], ...]


_CONTEXT = "__context__"


class View:
    """One graph as the comparison sees it: names of the new tree, without what is set aside."""

    def __init__(self, graph: Graph, rules: Rules, renamed: tuple[tuple[str, str], ...]) -> None:
        self.graph = graph
        self.nodes = graph.nodes
        self._aside = rules.types
        self._private = "private" in rules.names
        self._renamed = renamed

    def type_of(self, node: Node) -> str:
        """The name of the node's type."""
        kind = type(node)
        if kind is Atom:
            return type(node.value).__name__  # type: ignore[union-attr]
        if kind is Named:  # a class with a name, or one made during the call: both are types
            return "type" if node.kind == "class" else node.kind  # type: ignore[union-attr]
        return self.name(node.type)  # type: ignore[union-attr]

    def name(self, name: str) -> str:
        """What a class or function of this graph is called in the new tree."""
        for old, new in self._renamed:
            if name == old or name.startswith(old + "."):
                return new + name[len(old) :]
        return name

    def is_aside(self, node: Node) -> bool:
        """Whether values of its type are not compared."""
        return bool(self._aside) and self.type_of(node) in self._aside

    def fields(self, node: Object) -> Fields:
        """The attributes that count."""
        fields = node.fields
        # What was being handled when an exception was raised is how the code went about it.
        if any(name == _CONTEXT for name, _ in fields):
            fields = tuple(field for field in fields if field[0] != _CONTEXT)
        if self._private:
            return tuple(field for field in fields if not _is_private(field[0]))
        return fields

    def has_identity(self, index: Index) -> bool:
        """Whether it matters that two places hold this very object, and not one like it."""
        node = self.nodes[index]
        if isinstance(node, (Items, Object)):
            return node.mutable
        return isinstance(node, Entries)

    def children(self, node: Node) -> tuple[Index, ...]:
        """All nodes that it leads to and that count."""
        if self.is_aside(node):
            return ()
        if isinstance(node, Items):
            return node.items
        if isinstance(node, Entries):
            return tuple(index for entry in node.entries for index in entry)
        if isinstance(node, Object):
            fields = tuple(index for _, index in self.fields(node))
            return fields if node.content is None else (*fields, node.content)
        return ()

    def ways(self, node: Node) -> Iterator[tuple[str, Path, tuple[Index, ...]]]:
        """The children with the steps that lead to them: (name of the way, steps, children)."""
        if self.is_aside(node):
            return
        if isinstance(node, Items):
            for at, item in enumerate(node.items):
                yield "", (step_text(at) if node.ordered else MEMBER,), (item,)
        elif isinstance(node, Entries):
            for key, value in node.entries:
                yield "", (step_text(Key(self.graph, key)),), (key, value)
        elif isinstance(node, Object):
            for name, index in self.fields(node):
                yield name, to_attribute(name), (index,)
            if node.content is not None:
                yield "", (), (node.content,)

    def shape(self, node: Node, number: Callable[[Index], int]) -> tuple[object, ...]:
        """The numbers of the children, arranged so that arrangements of one value are equal."""
        if isinstance(node, Items) and not node.ordered and not self.is_aside(node):
            return tuple(sorted(map(number, node.items)))
        if isinstance(node, Entries) and not node.ordered and not self.is_aside(node):
            return tuple(sorted((number(key), number(value)) for key, value in node.entries))
        return tuple(map(number, self.children(node)))


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")
