"""Do two numbers of arrays differ by more than rounding?

Sums and products of arrays are computed in whatever order is fastest, so their last digits say
nothing. What counts as the last ones depends on the largest number: 1e-17 beside 1.0 is nothing,
and zero has no sign.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from swerve.observe.snapshot import Atom, Graph, Index, Node, Object, Packed, Scalar, children_of

from ._unpacking import Unpacking

#: Libraries whose arrays and tables compute like that.
_LIBRARIES = ("numpy.", "pandas.", "scipy.", "xarray.", "torch.", "jax.", "jaxlib.", "polars.")
#: How many units in the last place of the largest number two results may lie apart.
_MOST_ULPS = 64


class Rounding:
    """Tells rounding in the arrays of two snapshots."""

    def __init__(self, old: Unpacking, new: Unpacking) -> None:
        self._sides = old, new
        #: On each side, the nodes that arrays are made of; nothing until somebody asks.
        self._parts: tuple[set[Index], set[Index]] | None = None
        self._most = 0.0
        #: How far numbers that it has explained lie apart, in units in the last place.
        self.ulps = 0.0

    def explains(self, i: Index, j: Index, one: Scalar, other: Scalar) -> bool:
        """Whether the numbers of two nodes are of arrays, and as good as equal."""
        if not isinstance(one, (float, complex)) or not isinstance(other, (float, complex)):
            return False
        most = self.most(i, j)
        if most is None or type(one) is not type(other):
            return False
        parts = (one.real, other.real), (one.imag, other.imag)
        if not all(
            a == b or abs(a - b) <= most or (math.isnan(a) and math.isnan(b)) for a, b in parts
        ):
            return False
        self.note(parts)
        return True

    def note(self, pairs: Iterable[tuple[Any, Any]]) -> None:
        """Take note of how far numbers lie apart that count as equal."""
        apart = max((abs(a - b) for a, b in pairs if abs(a - b) <= self._most), default=0.0)
        if apart:
            self.ulps = max(self.ulps, apart / self._most * _MOST_ULPS)

    def most(self, i: Index, j: Index) -> float | None:
        """How far the numbers of two nodes may lie apart; `None` where these are not of arrays."""
        old, new = self._sides
        if self._parts is None:
            self._parts = _parts_of_arrays(old.graph), _parts_of_arrays(new.graph)
            self._most = _MOST_ULPS * sys.float_info.epsilon * self._size()
        is_of_arrays = old.origin(i) in self._parts[0] and new.origin(j) in self._parts[1]
        return self._most if is_of_arrays else None

    def _size(self) -> float:
        """How large the numbers are that are computed with: 1 or more."""
        assert self._parts is not None  # noqa: S101 (for mypy)
        found = 1.0
        for side, parts in zip(self._sides, self._parts, strict=True):
            for at in parts:
                found = max(found, _largest(_floats(side.given[at])))
        return found


def _largest(floats: Sequence[float]) -> float:
    """The size of the largest float that is one."""
    if not floats:
        return 0.0
    largest = max(max(floats), -min(floats))
    if math.isfinite(largest):
        return largest
    return max(map(abs, filter(math.isfinite, floats)), default=0.0)


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


def _floats(node: Node) -> Sequence[float]:
    """All floats in a node, those that complex numbers are made of included."""
    if isinstance(node, Packed):
        return node.floats()
    value = node.value if isinstance(node, Atom) else None
    if isinstance(value, complex):
        return value.real, value.imag
    return (value,) if isinstance(value, float) else ()
