"""Which differences belong together, to a person who decides about them?"""

from __future__ import annotations

from collections.abc import Iterable

from swerve.apps.approve._model import Group, Kind, Meant, Seen
from swerve.meaning.contract import Difference
from swerve.observe.comparison import Different, compare

_KINDS = {
    "error": Kind.ERROR,
    "message": Kind.MESSAGE,
    "representation": Kind.REPRESENTATION,
}


def meant(difference: Difference) -> Meant:
    """A difference between two runs, as a person sees it."""
    found = compare(difference.call.old.behaviour, difference.call.new.behaviour)
    old, new = (found.old, found.new) if isinstance(found, Different) else ("", "")
    kind = _KINDS.get(difference.kind, Kind.VALUE)
    return Meant(kind, difference.text, old, new, difference)


def grouped(seen: Iterable[Seen]) -> tuple[Group, ...]:
    """All differences by kind, in the order of kinds; kinds without any are left out."""
    seen = tuple(seen)
    groups = []
    for kind in Kind:
        members = tuple(
            (each, chosen)
            for each in seen
            if (chosen := tuple(one for one in each.differences if one.kind is kind))
        )
        if members:
            groups.append(Group(kind, members))
    return tuple(groups)
