"""What does a person see of a difference?"""

from __future__ import annotations

from swerve.observe.comparison._spots import Shown, Spot
from swerve.observe.snapshot import Atom, Entries, Graph, Items, Named, Node, show

_WIDTH = 200
#: Of two long texts, what stands before the first difference.
_BEFORE = 40


def both_shown(old: Graph, new: Graph, spot: Spot) -> tuple[str, str]:
    """The two sides of a difference, as texts that differ wherever that is possible."""
    old_node, new_node = _node(old, spot.old), _node(new, spot.new)
    start = _first_difference(old_node, new_node)
    old_text, new_text = _text(old, spot.old, start), _text(new, spot.new, start)
    old_count, new_count = _count(old_node), _count(new_node)
    is_long = max(len(old_text), len(new_text)) > _WIDTH // 2
    if is_long and -1 < old_count != new_count > -1:
        return f"{old_text} ({old_count} items)", f"{new_text} ({new_count} items)"
    if old_text == new_text and old_node is not None and new_node is not None:
        old_about, new_about = _about(old_node), _about(new_node)
        if old_about != new_about:
            return f"{old_text} ({old_about})", f"{new_text} ({new_about})"
    return old_text, new_text


def _node(graph: Graph, shown: Shown) -> Node | None:
    return None if isinstance(shown, str) else graph.nodes[shown]


def _text(graph: Graph, shown: Shown, start: int) -> str:
    if isinstance(shown, str):
        return shown
    node = graph.nodes[shown]
    if start > _BEFORE and isinstance(node, Atom) and isinstance(node.value, (str, bytes)):
        part = node.value[start - _BEFORE : start + _WIDTH - _BEFORE]
        return f"…{part!r}" + ("…" if start + _WIDTH - _BEFORE < len(node.value) else "")
    return show(graph, shown, width=_WIDTH)


def _first_difference(old: Node | None, new: Node | None) -> int:
    """Where two long texts part; 0 where they can be shown from their start."""
    if not isinstance(old, Atom) or not isinstance(new, Atom):
        return 0
    olds, news = old.value, new.value
    if not isinstance(olds, (str, bytes)) or not isinstance(news, (str, bytes)):
        return 0
    if max(len(olds), len(news)) <= _WIDTH // 2:
        return 0
    pairs = enumerate(zip(olds, news, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(olds), len(news)))


def _count(node: Node | None) -> int:
    return node.length if isinstance(node, (Items, Entries)) else -1


def _about(node: Node) -> str:
    """What to say of a node that looks like another."""
    if isinstance(node, Atom):
        return type(node.value).__name__
    if isinstance(node, Named):
        return f"{node.kind} {node.name}"
    length = getattr(node, "length", None)
    return node.type if length is None else f"{node.type}, length {length}"
