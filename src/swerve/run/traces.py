"""What did the two versions do to the world in one call, place by place, for a person?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from swerve.model import DifferenceKind, Traced
from swerve.model.behaviour import Behaviour
from swerve.observe.comparison import Different
from swerve.observe.effects import EFFECTS, place_words
from swerve.observe.snapshot import Atom, BadSnapshot, Entries, Graph, Index, Items, decode, show

#: Places, and characters of what is in one; lines before the first that differs.
_MOST_PLACES, _MOST_TEXT, _LINES_BEFORE = 12, 1_500, 3
_WIDTH = 200
_ELLIPSIS = "…"
_ROOTS = tuple(EFFECTS)
#: A root of a snapshot, and the words for a place in it.
_Place: TypeAlias = tuple[str, str]


def traced(old: Behaviour, new: Behaviour, different: Different) -> tuple[Traced, ...]:
    """All that the versions did where they differ in an effect; what differs is not left out."""
    if different.kind is not DifferenceKind.EFFECT and not different.elsewhere:
        return ()
    try:
        both = [dict(_places(decode(each.snapshot))) for each in (old, new)]
    except BadSnapshot:
        return ()
    places = sorted({**both[0], **both[1]}, key=lambda place: _ROOTS.index(place[0]))
    rows = [Traced(at[1], *_cut(*(found.get(at) for found in both))) for at in places]
    alike_last = sorted(rows, key=lambda row: row.old == row.new)
    kept = {row.place for row in alike_last[:_MOST_PLACES]}
    return tuple(row for row in rows if row.place in kept)


def _places(graph: Graph) -> Iterator[tuple[_Place, str]]:
    for root, index in graph.roots:
        if root in EFFECTS:
            yield from _inside(graph, index, (root,), 2 if root == "databases" else 1)


def _inside(
    graph: Graph, index: Index, path: tuple[str, ...], depth: int
) -> Iterator[tuple[_Place, str]]:
    node = graph.nodes[index]
    if not depth or not isinstance(node, Entries):
        yield (path[0], place_words(path)), _text(graph, index, path[0])
        return
    for key, value in node.entries:
        step = f"[{show(graph, key, width=_MOST_TEXT)}]"
        yield from _inside(graph, value, (*path, step), depth - 1)


def _text(graph: Graph, index: Index, root: str) -> str:
    """What is in a place, a part of it a line where it has parts."""
    node = graph.nodes[index]
    if isinstance(node, Atom) and isinstance(node.value, str) and root == "files":
        return node.value
    if isinstance(node, Items) and node.items:
        return "\n".join(show(graph, item, width=_WIDTH) for item in node.items)
    if isinstance(node, Entries) and node.entries:
        pairs = ((show(graph, each, width=_WIDTH) for each in entry) for entry in node.entries)
        return "\n".join(": ".join(pair) for pair in pairs)
    return show(graph, index, width=_MOST_TEXT)


def _cut(old: str | None, new: str | None) -> tuple[str | None, str | None]:
    """Two texts of a length that a person reads, with the first difference in them."""
    if old is not None and new is not None and max(len(old), len(new)) > _MOST_TEXT:
        lines = old.split("\n"), new.split("\n")
        pairs = enumerate(zip(*lines, strict=False))
        first = next((at for at, (one, other) in pairs if one != other), min(map(len, lines)))
        skipped = max(0, first - _LINES_BEFORE)
        lead = [_ELLIPSIS] if skipped else []
        old, new = ("\n".join(lead + each[skipped:]) for each in lines)
    return _short(old), _short(new)


def _short(text: str | None) -> str | None:
    if text is None or len(text) <= _MOST_TEXT:
        return text
    return f"{text[:_MOST_TEXT]}{_ELLIPSIS}"
