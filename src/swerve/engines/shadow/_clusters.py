"""Which of many inputs are worth showing?

Inputs that part at the same change and in the same manner show the same thing: one of them, the
smallest, stands for all. What raises an error that the old version did not comes first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from swerve.facts.alignment import Site
from swerve.model import DifferenceKind, Realism, Witness
from swerve.model.behaviour import Raised
from swerve.observe.comparison import Different
from swerve.observe.raised import raised_type
from swerve.run.host import Compared
from swerve.run.workspace import witness_of

#: The change, and how both versions end.
Manner: TypeAlias = tuple[object, ...]


@dataclass(slots=True)
class Cluster:
    """Inputs that part alike: one that was confirmed, and how many there are."""

    found: Compared
    site: int | None
    count: int = 1


def manner_of(found: Compared, site: int | None) -> Manner:
    """What inputs of one cluster have in common."""
    kind = found.agreement.kind if isinstance(found.agreement, Different) else None
    return site, kind, raised_type(found.old), raised_type(found.new)


def witnesses_of(clusters: Iterable[Cluster], sites: tuple[Site, ...]) -> tuple[Witness, ...]:
    """A witness for each cluster, the most surprising first."""
    return tuple(_witness(each, sites) for each in sorted(clusters, key=_surprise))


def _surprise(cluster: Cluster) -> int:
    """New errors first, then what no longer ends, then other values, then errors that are gone."""
    was, now = (isinstance(each.outcome, Raised) for each in (cluster.found.old, cluster.found.new))
    different = cluster.found.agreement
    if now and not was:
        return 0
    if isinstance(different, Different) and different.kind is DifferenceKind.TERMINATION:
        return 1
    return 3 if was and not now else 2


def _witness(cluster: Cluster, sites: tuple[Site, ...]) -> Witness:
    different = cluster.found.agreement
    assert isinstance(different, Different)  # noqa: S101 - confirmed
    witness = witness_of(cluster.found, different, "shadow", Realism.TYPED)
    words = [witness.because, _classified(cluster.found)]
    if cluster.site is not None:
        words.append(f"the versions part {place_of(sites[cluster.site])}")
    if cluster.count > 1:
        words.append(f"{cluster.count} inputs like this")
    return replace(witness, because="; ".join(filter(None, words)))


def _classified(found: Compared) -> str:
    was, now = (isinstance(each.outcome, Raised) for each in (found.old, found.new))
    if now and not was:
        return "an error that the old version does not raise"
    return "the error of the old version is gone" if was and not now else ""


def place_of(site: Site) -> str:
    """Where a change is, on both sides."""
    sides = [
        f"{side} line {lines[0]}"
        for side, lines in (("old", site.old_lines), ("new", site.new_lines))
        if lines
    ]
    return f"at {', '.join(sides)}" if sides else "at the change"
