"""Where in the code is the value at a path read?"""

from __future__ import annotations

import ast
from itertools import islice

from swerve.facts.seen import Seen
from swerve.facts.usage import Kind, Place, Usages

#: More places of one path say nothing new.
_MOST_PLACES = 16

_KINDS: dict[type, Kind] = {
    ast.Name: Kind.NAME,
    ast.Attribute: Kind.ATTRIBUTE,
    ast.Subscript: Kind.ITEM,
    ast.Call: Kind.CALL,
    ast.Await: Kind.CALL,
}


class Places:
    """Places of one version in the making."""

    def __init__(self, version: int) -> None:
        self._version = version
        #: What reads values that are what stands at a path, and values that may be.
        self._exact: dict[str, dict[ast.expr, Kind]] = {}
        self._doubtful: dict[str, dict[ast.expr, Kind]] = {}

    def read(self, node: ast.expr, seen: Seen) -> None:
        """Note what an expression gives, if that is something it reads and does not make.

        What is read to be changed, as by `+=`, stands nowhere as an expression of its own.
        """
        kind = _KINDS.get(type(node))
        if kind is not None and hasattr(node, "lineno") and not _makes_something(node):
            self.add(kind, node, seen)

    def add(self, kind: Kind, node: ast.expr, seen: Seen) -> None:
        """Note where a value is read."""
        known = self._exact if seen.is_exact and len(seen.paths) == 1 else self._doubtful
        for path in seen.paths:
            nodes = known.get(path)
            if nodes is None:
                nodes = known[path] = {}
            nodes[node] = kind

    def into(self, usages: Usages) -> None:
        """Hand the places of all sites over; what is in doubt counts where nothing else does."""
        for site in usages.sites:
            nodes = self._of(site.path)
            if not nodes and site.path.endswith("[]"):  # the others are like those that are read
                nodes = self._of(f"{site.path[:-1]}0]") or self._of(f"{site.path[:-1]}1]")
            if nodes:
                places = usages.places.setdefault(site.path, [])
                for node, kind in islice(nodes.items(), _MOST_PLACES - len(places)):
                    places.append(self._place(kind, node))

    def _of(self, path: str) -> dict[ast.expr, Kind]:
        return self._exact.get(path) or self._doubtful.get(path) or {}

    def _place(self, kind: Kind, node: ast.expr) -> Place:
        end_line, end_column = node.end_lineno or 0, node.end_col_offset or 0
        return Place(self._version, kind, node.lineno, node.col_offset, end_line, end_column)


def _makes_something(node: ast.expr) -> bool:
    """Whether a slice is taken, or something awaited that is not a call: nothing is read there."""
    if isinstance(node, ast.Subscript):
        index = node.slice
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        return any(isinstance(part, (ast.Slice, ast.Starred)) for part in parts)
    return isinstance(node, ast.Await) and not isinstance(node.value, ast.Call)
