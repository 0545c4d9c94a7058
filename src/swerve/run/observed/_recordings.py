"""Which calls that `pytest --swerve` recorded are calls of a pair as it stands?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from swerve.model import Function, Pair, Side
from swerve.source import GitTree, Index, Patched, SingleFile, TreeSource, WorkTree

from ..recording import (
    Listing,
    Version,
    folder_of,
    kept_versions,
    listed,
    sum_of,
    trouble_with,
)
from ._judging import is_in_place
from ._observations import Recorded


@dataclass(frozen=True, slots=True)
class Recordings:
    """What was recorded in a project. Small: the calls are read pair by pair."""

    #: Where the project is; None where nothing can have been recorded.
    top: Path | None = None
    #: Ids of pairs with recorded calls, and of those among them that no call was missed of.
    pairs: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()
    #: Ids of pairs of which other versions were recorded, and neither of these two.
    stale: frozenset[str] = frozenset()

    def of(self, pair: Pair) -> tuple[Recorded, ...]:
        """The recorded calls of a pair, each once; those of the old version first."""
        if self.top is None or pair.id not in self.pairs:
            return ()
        found: dict[str, Recorded] = {}
        for side, version in _fitting(self.top, pair, listed(self.top)):
            for call in version.calls:
                recipe = call.recipe.encode("utf-8", "surrogatepass")
                recorded = Recorded(call.test, recipe, call.returned, side)
                found.setdefault(call.recipe, recorded)
        return tuple(found.values())


def recordings_for(source: TreeSource, pairs: Iterable[Pair]) -> Recordings:
    """What was recorded of some pairs, in the project that one of their sides comes from."""
    top = _top_of(source)
    if top is None or not folder_of(top).is_dir() or trouble_with(folder_of(top)):
        return Recordings()
    found, whole, stale = set(), set(), set()
    listing = listed(top)
    for pair in pairs:
        fitting = [version for _, version in _fitting(top, pair, listing)]
        if any(version.calls for version in fitting):
            found.add(pair.id)
            if not any(version.missed for version in fitting):
                whole.add(pair.id)
        elif not fitting and any(_versions(top, each, listing) for each in (pair.old, pair.new)):
            stale.add(pair.id)
    return Recordings(top, frozenset(found), frozenset(whole), frozenset(stale))


def _top_of(source: TreeSource) -> Path | None:
    if isinstance(source, (GitTree, Index, WorkTree)):
        return source.top
    if isinstance(source, Patched):
        return source.base.top
    return None if isinstance(source, SingleFile) else source.path


def _fitting(top: Path, pair: Pair, listing: Listing) -> list[tuple[Side, Version]]:
    """Versions that are one of the two sides, with which of them they are."""
    old, new = sum_of(pair.old.source), sum_of(pair.new.source)
    found = []
    for version in _versions(top, pair.old, listing):
        if version.source == old and not (is_in_place(pair) and _is_of_new(version, pair)):
            found.append((Side.OLD, version))
    if is_in_place(pair):  # else a call of the new side is none of the old one
        for version in _versions(top, pair.new, listing):
            if version.source == new and (old != new or _is_of_new(version, pair)):
                found.append((Side.NEW, version))
    return found


def _is_of_new(version: Version, pair: Pair) -> bool:
    """Whether only the new side has the file like that: the function itself may not differ."""
    old, new = sum_of(pair.old.module.text), sum_of(pair.new.module.text)
    return old != new and version.module == new


def _versions(top: Path, function: Function, listing: Listing) -> list[Version]:
    return kept_versions(top, function.module.path, function.name, listing)
