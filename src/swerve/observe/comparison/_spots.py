"""Where do two graphs differ, and what is there on each side?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from swerve.model.plurals import counted
from swerve.observe.snapshot import Atom, Entries, Graph, Index, Items, Named, Node, show

from ._matching import Member
from ._paths import Path, Trail, path_of

#: Shown where one side has nothing.
MISSING = "(missing)"

#: How many members are shown that one side lacks, and how wide each.
_SOME = 3
_SOME_WIDTH = 80
_LINE_WIDTH = 200

#: A node to show, or words.
Shown: TypeAlias = Index | str


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where the two graphs differ."""

    root: str
    trail: Trail
    old: Shown
    new: Shown
    #: Only the identity of objects differs here.
    aliasing: bool = False
    #: The place to set aside if this is noise: a key that comes and goes makes noise of its dict.
    around: Trail | None = None

    @property
    def path(self) -> Path:
        """Where it is."""
        return path_of(self.trail)

    def covers(self, trail: Trail) -> bool:
        """Whether the place is set aside if this is noise."""
        return (self.around or self.trail) is trail

    @property
    def noise_path(self) -> Path:
        """What to set aside if this is noise."""
        return path_of(self.around or self.trail)


def some_shown(graph: Graph, members: Sequence[Member]) -> str:
    """The first few members, or keys, as Python."""
    shown = [show(graph, member[0], width=_SOME_WIDTH) for member in members[:_SOME]]
    if len(members) > _SOME:
        shown.append(f"and {len(members) - _SOME} more")
    return ", ".join(shown) or MISSING


def end_shown(graph: Graph, items: Items, count: int) -> str:
    """How an iterator ends, in words."""
    if items.end == "raised":
        raised = show(graph, items.items[-1], width=_SOME_WIDTH)
        return f"raises {raised} after {counted(count, 'item')}"
    return f"yields {counted(count, 'item')}" + (" and more" if items.end == "cut" else "")


def line_shown(line: str | None) -> str:
    """A line of output, or that there is none."""
    if line is None:
        return MISSING
    return repr(line if len(line) <= _LINE_WIDTH else line[: _LINE_WIDTH - 1] + "…")


# --- what does a person see of a difference? ------------------------------------------------------

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
        old_items, new_items = counted(old_count, "item"), counted(new_count, "item")
        return f"{old_text} ({old_items})", f"{new_text} ({new_items})"
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
