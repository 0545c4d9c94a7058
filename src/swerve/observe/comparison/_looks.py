"""Which nodes of two graphs look alike?

Members of sets and keys of dictionaries have no place to be found at, so they are matched by their
looks: a number for each node, with one promise. Nodes that are the same get the same number. Nodes
with the same number are nearly always the same; the walk that follows decides.

A node's number comes from its own label and the numbers of its children. Nodes in a cycle would
wait for each other: they get numbers from what can be seen within a few steps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import TypeAlias

from swerve.observe.snapshot import (
    Atom,
    Cut,
    Entries,
    Graph,
    Index,
    Items,
    Named,
    Node,
    Object,
    Opaque,
    Packed,
    children_of,
)

from ._leaves import Leaves
from ._paths import MEMBER, Key, Path, Places, is_aside, places_after, step_text, to_attribute
from ._rules import Rules
from ._unpacking import Unpacking

# --- what of a graph is compared, under the rules of a project? -----------------------------------

Fields: TypeAlias = tuple[tuple[str, Index], ...]


_CAUSE, _CONTEXT = "__cause__", "__context__"


class View:
    """One graph as the comparison sees it: names of the new tree, without what is set aside."""

    def __init__(self, graph: Graph, rules: Rules, renamed: tuple[tuple[str, str], ...]) -> None:
        self.unpacking = Unpacking(graph)
        self.graph = self.unpacking.graph
        #: Those of the snapshot, and what was unpacked of them.
        self.nodes = self.unpacking.nodes
        self.given = graph.nodes
        self._aside = rules.types
        self._hidden = [re.compile(each.attributes) for _, each in rules.named if each.attributes]
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
        for hidden in self._hidden:
            fields = tuple(field for field in fields if not hidden.fullmatch(field[0]))
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
        if isinstance(node, Object):
            fields = tuple(index for _, index in self.fields(node))
            return fields if node.content is None else (*fields, node.content)
        return children_of(node)

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


def fields_of_both(
    old: tuple[View, Object], new: tuple[View, Object]
) -> tuple[dict[str, Index], dict[str, Index]]:
    """The attributes that count of two objects, by name.

    Where one names as its cause what the other was handling, a traceback shows the same.
    """
    olds, news = (dict(view.fields(node)) for view, node in (old, new))
    for one, other, (_, node) in ((olds, news, new), (news, olds, old)):
        if _CAUSE in one and _CAUSE not in other:
            other.update((_CAUSE, index) for name, index in node.fields if name == _CONTEXT)
    return olds, news


# --- which nodes of two graphs look alike? --------------------------------------------------------

#: How far nodes of a cycle look along it. Deeper differences are left to the walk.
_STEPS_IN_CYCLES = 8
#: How far a node looks around itself.
_STEPS_AROUND = 4
#: How far nodes look along cycles and elsewhere, where patterns set something aside.
_STEPS_WITH_PATTERNS = 6


class Looks:
    """The numbers of all nodes of two graphs; each graph is numbered when first asked for."""

    def __init__(self, old: View, new: View, leaves: Leaves, *, loose: bool) -> None:
        self._views = (old, new)
        self._leaves = leaves
        #: Floats within the tolerance look alike.
        self._loose = loose
        self._known: dict[Hashable, int] = {}
        self._numbers: list[list[int] | None] = [None, None]
        self._hazy: list[bytearray] = [bytearray(), bytearray()]
        self._at_places: dict[tuple[int, Index, Places, int], int] = {}
        self._contexts: list[list[int] | None] = [None, None]

    def number(self, side: int, index: Index) -> int:
        """The number of a node; side 0 is old, 1 is new."""
        numbers = self._numbers[side]
        if numbers is None or index >= len(numbers):
            view = self._views[side]
            node = view.nodes[index]
            # Most keys and members are one of these: no need to see the rest.
            if isinstance(node, (Atom, Packed)):
                return self._leaf(view, node)
            numbers = self._numbers[side] = self._numbered(side)
        return numbers[index]

    def number_at(
        self, side: int, index: Index, places: Places, depth: int = _STEPS_WITH_PATTERNS
    ) -> int:
        """The number of a node at a place below which patterns set something aside."""
        if not places:
            return self.number(side, index)
        key = side, index, places, depth
        found = self._at_places.get(key)
        if found is None:
            found = self._at_places[key] = self._seen_at(side, index, places, depth)
        return found

    def _seen_at(self, side: int, index: Index, places: Places, depth: int) -> int:
        view = self._views[side]
        node = view.unpacking.unpacked(index)
        if not depth:
            return self._intern(("far", view.type_of(node)))
        children: list[tuple[str | int, ...]] = []
        for name, steps, parts in view.ways(node):
            there = places
            for step in steps:
                there = there if is_aside(there) else places_after(there, step)
            if not is_aside(there):
                numbers = [self.number_at(side, part, there, depth - 1) for part in parts]
                children.append((name, *numbers))
        if isinstance(node, (Items, Entries)) and not node.ordered:
            children.sort()
        leaf = self._label(view, node) if isinstance(node, (Atom, Cut, Named)) else ""
        return self._intern((depth, view.type_of(node), leaf, *children))

    def is_hazy(self, side: int, index: Index) -> bool:
        """Whether something below was cut or not seen, so that its number proves no difference."""
        if type(self._views[side].nodes[index]) is Atom:
            return False
        self.number(side, index)
        return bool(self._hazy[side][index])

    def in_context(self, side: int, index: Index) -> int:
        """A number that also looks at what leads to the node: only for telling like from like.

        It changes with everything around, so different numbers prove nothing.
        """
        contexts = self._contexts[side]
        if contexts is None:
            contexts = self._contexts[side] = self._with_contexts(side)
        return contexts[index]

    def _with_contexts(self, side: int) -> list[int]:
        view = self._views[side]
        numbers = [self.number(side, index) for index in range(len(view.given))]
        parents: list[list[Index]] = [[] for _ in numbers]
        for parent, node in enumerate(view.given):
            if view.has_identity(parent):  # others may be one node on one side, two on the other
                for child in view.children(node):
                    if view.has_identity(child):
                        parents[child].append(parent)
        for _ in range(_STEPS_AROUND):
            around = [tuple(sorted(map(numbers.__getitem__, above))) for above in parents]
            numbers = [
                number
                if type(node) in (Atom, Packed)
                else self._intern((number, view.shape(node, numbers.__getitem__), above))
                for number, node, above in zip(numbers, view.given, around, strict=True)
            ]
        return numbers

    def at_a_glance(self, side: int, index: Index) -> int:
        """A number that only looks at the node and its children."""
        view = self._views[side]
        node = view.nodes[index]

        def label(child: Index) -> int:
            return self._intern(self._label(view, view.nodes[child]))

        return self._intern(("glance", self._label(view, node), view.shape(node, label)))

    def label(self, side: int, index: Index) -> int:
        """A number that only looks at the node itself."""
        view = self._views[side]
        return self._intern(self._label(view, view.nodes[index]))

    def _numbered(self, side: int) -> list[int]:
        view = self._views[side]
        nodes = view.given
        numbers = [
            self._leaf(view, node) if isinstance(node, (Atom, Packed)) else -1 for node in nodes
        ]
        children = {
            index: [child for child in view.children(node) if numbers[child] < 0]
            for index, node in enumerate(nodes)
            if numbers[index] < 0
        }
        hazy = bytearray(len(nodes))
        for group in _strongly_connected(children):
            first = group[0]
            if len(group) == 1 and first not in children[first]:
                numbers[first] = self._seen(view, nodes[first], numbers)
            else:
                self._number_cycle(view, group, numbers)
            haze = any(_is_hazy(nodes[i]) or any(hazy[c] for c in children[i]) for i in group)
            for index in group:
                hazy[index] = haze
        self._hazy[side] = hazy
        return numbers

    def _number_cycle(self, view: View, group: list[Index], numbers: list[int]) -> None:
        for index in group:
            numbers[index] = self._intern(("cycle", self._label(view, view.nodes[index])))
        for step in range(_STEPS_IN_CYCLES):
            found = [self._seen(view, view.nodes[index], numbers, step) for index in group]
            for index, number in zip(group, found, strict=True):
                numbers[index] = number

    def _seen(self, view: View, node: Node, numbers: list[int], step: int = -1) -> int:
        return self._intern((step, self._label(view, node), view.shape(node, numbers.__getitem__)))

    def _leaf(self, view: View, node: Atom | Packed) -> int:
        if isinstance(node, Atom):
            return self._intern(self._leaves.key(node.value, loose=self._loose))
        if view.is_aside(node):
            return self._intern(self._label(view, node))
        keys = (self._leaves.key(number, loose=self._loose) for number in node.numbers())
        return self._intern(("packed", node.shape, *keys))

    def _intern(self, key: Hashable) -> int:
        return self._known.setdefault(key, len(self._known))

    def _label(self, view: View, node: Node) -> Hashable:
        if view.is_aside(node):
            return "aside", view.type_of(node)
        if isinstance(node, Atom):
            return self._leaves.key(node.value, loose=self._loose)
        if isinstance(node, Items):
            return "items", view.type_of(node), node.length, node.end
        if isinstance(node, Packed):
            return "items", view.type_of(node), node.length, ""
        if isinstance(node, Entries):
            return "entries", view.type_of(node), node.length
        if isinstance(node, Object):
            return "object", view.type_of(node), tuple(name for name, _ in view.fields(node))
        if isinstance(node, Named):
            return "named", node.kind, view.name(node.name)
        if isinstance(node, Cut):
            return "cut", node.type, node.length, node.digest
        return "opaque", view.type_of(node)


def _is_hazy(node: Node) -> bool:
    if isinstance(node, Items):
        return len(node.items) < node.length or node.end == "cut"
    if isinstance(node, Entries):
        return len(node.entries) < node.length
    if isinstance(node, Object):
        # Made during the call on one side, it may be the thing of that name on the other.
        is_local = node.type in ("function", "type")
        return is_local or any(name == "__dict__" for name, _ in node.fields)
    return isinstance(node, (Cut, Opaque))


def _strongly_connected(children: Mapping[Index, list[Index]]) -> Iterator[list[Index]]:
    """Groups of nodes that lead to each other, children before their parents (Tarjan, 1972)."""
    order: dict[Index, int] = {}
    low: dict[Index, int] = {}
    pending: list[Index] = []
    is_pending = set()
    for root in children:
        work = [] if root in order else [(root, iter(children[root]))]
        while work:
            node, waiting = work[-1]
            if node not in order:
                order[node] = low[node] = len(order)
                pending.append(node)
                is_pending.add(node)
            for child in waiting:
                if child not in order:
                    work.append((child, iter(children[child])))
                    break
                if child in is_pending:
                    low[node] = min(low[node], order[child])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == order[node]:
                    group = [pending.pop()]
                    while group[-1] != node:
                        group.append(pending.pop())
                    is_pending.difference_update(group)
                    yield group
