"""What do packed numbers look like when they are listed one by one?"""

from __future__ import annotations

from dataclasses import replace

from ._nodes import Atom, Graph, Items, Node, Packed

#: Nodes that a graph may have once its numbers are listed.
_MOST_NODES = 1 << 21
#: Letters of numbers of which there are few different ones.
_FEW_VALUES = "?bB"


def listed(graph: Graph) -> Graph:
    """The graph with lists in place of packed numbers, as long as these are not too many.

    Other nodes keep their place.
    """
    if not any(isinstance(node, Packed) for node in graph.nodes):
        return graph
    nodes: list[Node] = [*graph.nodes]
    for index, node in enumerate(nodes):  # goes on to the rows that are added here
        if isinstance(node, Packed) and len(nodes) + node.length <= _MOST_NODES:
            start = len(nodes)
            nodes += items_of(node)
            items = tuple(range(start, len(nodes)))
            nodes[index] = Items(node.type, items, node.length, ordered=True, mutable=True)
    return replace(graph, nodes=tuple(nodes))


def items_of(node: Packed) -> list[Node]:
    """The items of packed numbers: numbers, or packed numbers again."""
    if len(node.shape) > 1:
        return [*node.rows()]
    numbers = node.numbers()
    if node.letter not in _FEW_VALUES:
        return [*map(Atom, numbers)]
    atoms = {number: Atom(number) for number in {*numbers}}
    return [atoms[number] for number in numbers]
