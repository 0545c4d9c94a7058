"""Which roots of two snapshots are compared with each other?"""

from __future__ import annotations

from collections.abc import Iterator

from swerve.model import DifferenceKind
from swerve.observe.comparison._walk import Walk
from swerve.observe.snapshot import Atom, Graph, Index, Items

_KINDS = {
    "result": DifferenceKind.RETURN,
    "exception": DifferenceKind.EXCEPTION,
    "stdout": DifferenceKind.OUTPUT,
    "stderr": DifferenceKind.OUTPUT,
    "warnings": DifferenceKind.WARNING,
    "calls": DifferenceKind.CALLS,
}
#: Roots that are not there when there is nothing in them.
_EMPTY = {"stdout": "''", "stderr": "''", "warnings": "[]", "calls": "[]"}


def kind_of(root: str) -> DifferenceKind:
    """What it means when a root differs; arguments and the receiver go by one name."""
    return _KINDS.get(root, DifferenceKind.ARGUMENT)


def walk_roots(walk: Walk, old: Graph, new: Graph) -> None:
    """Compare all roots, by name."""
    for name, i, j in _paired(old, new):
        if i is not None and j is not None:
            walk.visit(name, i, j)
        elif name not in _EMPTY:
            walk.note(name, "was seen on one side only")
        elif not (_is_empty(old, i) and _is_empty(new, j)):
            empty = _EMPTY[name]
            walk.miss(name, empty if i is None else i, empty if j is None else j)
    walk.settle()


def _paired(old: Graph, new: Graph) -> Iterator[tuple[str, Index | None, Index | None]]:
    """Roots by name. Arguments without a namesake go by their order: a parameter was renamed."""
    olds, news = dict(old.roots), dict(new.roots)
    renamed = iter([name for name in news if name not in olds and _is_argument(name)])
    taken = set()
    for name, index in olds.items():
        partner = name
        if name not in news and _is_argument(name):
            partner = next(renamed, name)
        taken.add(partner)
        yield name, index, news.get(partner)
    for name, index in news.items():
        if name not in taken:
            yield name, None, index


def _is_argument(name: str) -> bool:
    return name.startswith("arguments.")


def _is_empty(graph: Graph, index: Index | None) -> bool:
    if index is None:
        return True
    node = graph.nodes[index]
    if isinstance(node, Items):
        return not node.length
    return isinstance(node, Atom) and node.value in ("", b"")
