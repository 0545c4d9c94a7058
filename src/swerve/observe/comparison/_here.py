"""Where does a walk over two graphs stand?"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from swerve.observe.comparison._paths import Places
from swerve.observe.comparison._trail import Trail
from swerve.observe.snapshot import Entries, Index, Items, Object

#: Values that nobody thinks of as having parts.
_TOLD_WHOLE = frozenset(
    (
        *("datetime.date", "datetime.datetime", "datetime.time", "datetime.timedelta"),
        *("fractions.Fraction", "uuid.UUID", "range", "slice", "re.Pattern"),
    )
)


class Here(NamedTuple):
    """Where the walk stands."""

    trail: Trail
    #: Where the patterns of rules stand.
    places: Places
    #: The same for noise. An object that is noise somewhere is noise wherever else it is met, so
    #: this is no part of what makes a visit a new one.
    noise: Places
    #: What differs here differs for sure: no other way to match members would help.
    sure: bool
    #: Which objects are the same matters; not below a place where that is known to differ.
    tied: bool
    #: The trail and the nodes of a value that is told as a whole, when inside of one.
    whole: tuple[Trail, Index, Index] | None = None


Task: TypeAlias = tuple[Index, Index, Here]


def is_told_whole(node: Object) -> bool:
    """Whether two dates differ, and not their days; the same for members of an enum."""
    names = [name for name, _ in node.fields]
    return node.type in _TOLD_WHOLE or (not node.mutable and names == ["name", "value"])


def is_cut(node: Items | Entries) -> bool:
    kept = node.items if isinstance(node, Items) else node.entries
    return len(kept) < node.length
