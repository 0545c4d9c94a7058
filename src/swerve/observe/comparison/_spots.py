"""Where do two graphs differ, and what is there on each side?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from swerve.observe.comparison._matching import Member
from swerve.observe.comparison._paths import Path
from swerve.observe.comparison._trail import Trail, path_of
from swerve.observe.snapshot import Graph, Index, Items, show

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
        return f"raises {raised} after {count} items"
    return f"yields {count} items" + (" and more" if items.end == "cut" else "")


def line_shown(line: str | None) -> str:
    """A line of output, or that there is none."""
    if line is None:
        return MISSING
    return repr(line if len(line) <= _LINE_WIDTH else line[: _LINE_WIDTH - 1] + "…")
