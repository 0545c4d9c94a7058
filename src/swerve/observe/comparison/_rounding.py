"""Do two numbers of arrays differ by more than rounding?

Sums and products of arrays are computed in whatever order is fastest, so their last digits say
nothing. What counts as the last ones depends on the largest number: 1e-17 beside 1.0 is nothing,
and zero has no sign.
"""

from __future__ import annotations

import cmath
import math
import sys

from swerve.observe.snapshot import Atom, Graph, Index, Node, Object, children_of

#: Libraries whose arrays and tables compute like that.
_LIBRARIES = ("numpy.", "pandas.", "scipy.", "xarray.", "torch.", "jax.", "jaxlib.", "polars.")
#: How many units in the last place of the largest number two results may lie apart.
_MOST_ULPS = 64


class Rounding:
    """Tells rounding in the arrays of two snapshots."""

    def __init__(self, old: Graph, new: Graph) -> None:
        self._graphs = old, new
        #: On each side, the nodes that arrays are made of; nothing until somebody asks.
        self._parts: tuple[set[Index], set[Index]] | None = None
        self._most = 0.0

    def explains(self, i: Index, j: Index) -> bool:
        """Whether two nodes are numbers of arrays that are as good as equal."""
        one, other = (_number(graph, at) for graph, at in zip(self._graphs, (i, j), strict=True))
        if one is None or other is None or type(one) is not type(other):
            return False
        if self._parts is None:
            self._parts = _parts_of_arrays(self._graphs[0]), _parts_of_arrays(self._graphs[1])
            self._most = _MOST_ULPS * sys.float_info.epsilon * self._size()
        if i not in self._parts[0] or j not in self._parts[1]:
            return False
        return all(
            a == b or abs(a - b) <= self._most or (math.isnan(a) and math.isnan(b))
            for a, b in ((one.real, other.real), (one.imag, other.imag))
        )

    def _size(self) -> float:
        """How large the numbers are that are computed with: 1 or more."""
        assert self._parts is not None  # noqa: S101 (for mypy)
        found = [1.0]
        for graph, parts in zip(self._graphs, self._parts, strict=True):
            numbers = [_number(graph, at) for at in parts]
            found += [abs(each) for each in numbers if each is not None and cmath.isfinite(each)]
        return max(found)


def _parts_of_arrays(graph: Graph) -> set[Index]:
    """The nodes of arrays, and what a function gives that was given some."""
    waiting = [index for index, node in enumerate(graph.nodes) if _is_array(node)]
    is_given = any(_is_array(graph.nodes[index]) for name, index in graph.roots if name != "result")
    waiting += [index for name, index in graph.roots if name == "result" and is_given]
    seen = set(waiting)
    while waiting:
        for child in children_of(graph.nodes[waiting.pop()]):
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return seen


def _is_array(node: Node) -> bool:
    return isinstance(node, Object) and node.type.startswith(_LIBRARIES)


def _number(graph: Graph, index: Index) -> float | complex | None:
    node = graph.nodes[index]
    value = node.value if isinstance(node, Atom) else None
    return value if isinstance(value, (float, complex)) else None
