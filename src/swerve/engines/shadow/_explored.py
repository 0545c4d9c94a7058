"""How far did the explorer get, as far as it can be believed?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from swerve.engines.shadow._clusters import place_of
from swerve.facts.alignment import Site
from swerve.model.plurals import counted

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
            return "the solver ended before its first turn did"
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
            words.append(f"the versions part inside, without effect, {places}")
        if not_shown:
            words.append(f"{counted(not_shown, 'input')} of the solver showed none")
        if not self.is_over:
            words.append("ended by force")
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
