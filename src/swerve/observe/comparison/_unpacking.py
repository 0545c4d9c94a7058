"""How are packed numbers looked into? As the lists they stand for, as far as somebody asks."""

from __future__ import annotations

from dataclasses import replace

from swerve.observe.snapshot import Graph, Index, Items, Node, Packed, items_of


class Unpacking:
    """A graph that grows: what packed numbers stand for comes behind all other nodes."""

    def __init__(self, graph: Graph) -> None:
        #: The nodes of the snapshot.
        self.given = graph.nodes
        self.nodes: list[Node] = [*graph.nodes]
        self.graph = replace(graph, nodes=self.nodes)
        #: The packed nodes that were unpacked.
        self._lists: dict[Index, Items] = {}
        #: Of the nodes behind the given ones: the given node that each is a part of.
        self._origins: list[Index] = []

    def unpacked(self, index: Index) -> Node:
        """The node; of packed numbers the list, whose items are numbers or packed numbers again."""
        node = self.nodes[index]
        if not isinstance(node, Packed):
            return node
        found = self._lists.get(index)
        if found is None:
            start = len(self.nodes)
            origin = self.origin(index)
            self.nodes += items_of(node)
            self._origins += [origin] * node.length
            items = tuple(range(start, len(self.nodes)))
            found = Items(node.type, items, node.length, ordered=True, mutable=True)
            self._lists[index] = found
        return found

    def origin(self, index: Index) -> Index:
        """The given node that a node is, or is a part of."""
        at = index - len(self.given)
        return index if at < 0 else self._origins[at]
