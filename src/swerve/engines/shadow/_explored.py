"""How far did the explorer get, as far as it can be believed?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from swerve.facts.alignment import Site
from swerve.model import DifferenceKind, Realism, Witness
from swerve.model.behaviour import Raised
from swerve.model.plurals import counted
from swerve.observe.comparison import Different
from swerve.observe.raised import raised_type
from swerve.run.host import Compared
from swerve.run.workspace import witness_of

_MEBIBYTE = 1 << 20


class Explored:
    """What the lines of the explorer say in sum."""

    def __init__(self, sites: tuple[Site, ...]) -> None:
        self._sites = sites
        self._kinds: list[Mapping[str, Any]] = []
        #: Whether it came to its end.
        self.is_over = False
        #: The most memory it took, in bytes.
        self.memory = 0

    def take(self, line: Mapping[str, object]) -> None:
        """Take in a line; a later one replaces what it said before."""
        kinds = line.get("explored")
        if isinstance(kinds, list):
            self._kinds = [each for each in kinds if isinstance(each, dict)]
        self.is_over |= "over" in line
        self.memory = max(self.memory, _count(line.get("memory")))

    @property
    def paths(self) -> int:
        """Paths that were explored, in all kinds of calls."""
        return self._sum("paths")

    @property
    def is_whole(self) -> bool:
        """Whether all paths of all kinds of calls were explored."""
        return bool(self._kinds) and all(map(_is_whole, self._kinds))

    def note(self, not_shown: int) -> str:
        """What can be said where no difference was found."""
        if not self._kinds:
            return "the solver stopped before it had explored a path"
        words = [f"no difference on {counted(self.paths, 'path')}"]
        if whole := sum(map(_is_whole, self._kinds)):
            words.append(f"all paths of {whole} of {len(self._kinds)} kinds of calls")
        if unknown := self._sum("given_up"):
            why = next((str(each["why"]) for each in reversed(self._kinds) if each.get("why")), "")
            words.append(f"{counted(unknown, 'path')} unknown ({why[:100]})")
        if inside := self._inside():
            places = ", ".join(
                f"{place_of(self._sites[site])} ({counted(paths, 'path')})"
                for site, paths in inside.items()
            )
            words.append(f"the versions diverge internally, without effect, {places}")
        if not_shown:
            words.append(f"{counted(not_shown, 'input')} from the solver showed no difference")
        if not self.is_over:
            words.append("stopped early")
        words.append(self.size)
        return "; ".join(words)

    @property
    def size(self) -> str:
        """How much memory it took."""
        return f"{self.memory // _MEBIBYTE} MB"

    def _sum(self, name: str) -> int:
        return sum(_count(each.get(name)) for each in self._kinds)

    def _inside(self) -> dict[int, int]:
        found: Counter[int] = Counter()
        for kind in self._kinds:
            told = kind.get("inside")
            for entry in told if isinstance(told, list) else ():
                match entry:
                    case [int(site), int(paths)] if 0 <= site < len(self._sites):
                        found[site] += paths
        return dict(sorted(found.items()))


def _is_whole(kind: Mapping[str, Any]) -> bool:
    return bool(kind.get("exhausted")) and kind.get("given_up") == 0


def _count(value: object) -> int:
    return value if type(value) is int and value > 0 else 0


# --- clusters -------------------------------------------------------------------------------------

# Which of many inputs are worth showing?
#
# Inputs that part at the same change and in the same manner show the same thing: one of them, the
# smallest, stands for all. What raises an error that the old version did not comes first.


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
        words.append(f"the versions diverge {place_of(sites[cluster.site])}")
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
