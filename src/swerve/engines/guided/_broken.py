"""Which changed code stops whatever it is given?

What is made up may be of a wrong kind, so an exception that it causes says nothing at first. But
where changed code of one version never gets past a line, in worlds of many kinds in which the other
version comes to its end, that is the code's own doing: a crash that the change mends, or brings. So
is one that a value causes, of whatever kind, where the other version passes that line by.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from swerve.facts.changed_lines import ChangedLines
from swerve.model import LineNo, Pair
from swerve.source.syntax.conditions import SidePlace

from ._limits import ALWAYS_STOPS
from ._runs import Guidance
from ._shortcuts import shared_lines
from ._worlds import WorldRecipe

#: What values cause: others cause nothing of the kind.
_OF_VALUES = frozenset(
    (
        *("ZeroDivisionError", "OverflowError", "IndexError", "KeyError", "ValueError"),
        *("StopIteration", "UnicodeDecodeError", "UnicodeEncodeError"),
    )
)


class Broken:
    """What stopped one version of a pair, and where it went on."""

    def __init__(self, pair: Pair, changed: Sequence[ChangedLines]) -> None:
        self._pair = pair
        self._changed = tuple(each.in_body for each in changed)
        self._passed: tuple[set[LineNo], set[LineNo]] = set(), set()
        #: By place, the worlds in which it stopped, by the class of the exception.
        self._stopped: dict[SidePlace, dict[str, list[WorldRecipe]]] = defaultdict(
            lambda: defaultdict(list)
        )

    def take(self, recipe: WorldRecipe, sides: Sequence[Guidance]) -> None:
        """Take note of one world."""
        for side, run in enumerate(sides):
            self._passed[side].update(run.done)
            is_alone = run.is_own_stop and sides[1 - side].is_whole and not recipe.shortcuts
            if is_alone and run.stopped_at in self._changed[side]:
                name = run.stopped.partition(":")[0]
                self._stopped[side, run.stopped_at][name].append(recipe)

    def is_passed_by(self, side: int, sides: Sequence[Guidance]) -> bool:
        """Whether a value stopped one side at a statement that the other has, and does not run."""
        run, other = sides[side], sides[1 - side]
        if not run.is_own_stop or run.stopped.partition(":")[0] not in _OF_VALUES:
            return False
        there = self._shared[side].get(run.stopped_at)
        return there is not None and there not in other.began

    @cached_property
    def _shared(self) -> tuple[Mapping[LineNo, LineNo], Mapping[LineNo, LineNo]]:
        """Statements that both sides have; most pairs never ask."""
        return shared_lines(self._pair)

    def places(self) -> Iterator[tuple[SidePlace, WorldRecipe]]:
        """Places that nothing passed, each with a world in which it stops."""
        for place, by_name in self._stopped.items():
            side, line = place
            worlds = [each for found in by_name.values() for each in found]
            if line not in self._passed[side] and len(by_name) == 1 and len(worlds) >= ALWAYS_STOPS:
                yield place, worlds[0]
