"""What does the old version do with calls that only the new one gets in a test?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from swerve.apps.explain._runs import PairRuns
from swerve.apps.explain._showing import ending
from swerve.engines.replay.observed import SeenCall
from swerve.meaning.contract import SideRun
from swerve.model import Pair, Renaming, Side
from swerve.model.behaviour import Behaviour, Unfinished
from swerve.observe.comparison import Rules
from swerve.observe.recipe import BadRecipe, decode_call
from swerve.observe.written_anew import written_anew
from swerve.run.opened_sides import opened_sides
from swerve.run.places import Places, ground_of
from swerve.run.project import Project
from swerve.run.refusals import is_refused
from swerve.run.sandbox import Level

_IMPORT_S, _CALL_S = 20.0, 1.0
_MOST_CALLS = 20


@dataclass(frozen=True, slots=True)
class Remaking:
    """Makes calls again that were seen in a test, alone, on both versions."""

    project: Project
    level: Level
    rules: Rules
    seed: int = 0

    def runs(
        self, pair: PairRuns, calls: Sequence[SeenCall], until: float
    ) -> dict[int, tuple[SideRun, SideRun]]:
        """What both versions do, by the number of the call, where the new one does it again."""
        recipes = [call for call in calls if call.recipe][:_MOST_CALLS]
        modules = self._modules(pair.pair)
        if not recipes or modules is None:
            return {}
        places = Places(
            ground_of(self.project, Side.OLD), ground_of(self.project, Side.NEW), self.level
        )
        found = {}
        seconds = min(_IMPORT_S, max(until - time.monotonic(), 1.0))
        as_old = written_anew(_reversed(pair.pair), modules[1], modules[0])
        with opened_sides(
            places,
            modules,
            self.rules,
            self.seed,
            import_s=seconds,
            call_s=_CALL_S,
            as_new=written_anew(pair.pair, *modules),
        ) as sides:
            if isinstance(sides, str):
                return {}
            for seen in recipes:
                try:
                    call = decode_call(seen.recipe)
                except BadRecipe:
                    continue  # a worker wrote it, and target code was there
                call = call if as_old is None else as_old(call)
                made = sides.confirm(call)
                if _counts(made.old) and ending(made.new) == ending(seen.behaviour):
                    was, now = sides.entries(call)
                    entries = was.snapshot, now.snapshot
                    found[seen.number] = pair.runs(entries[0], made.old, entries[1], made.new)
        return found

    def _modules(self, pair: Pair) -> tuple[str, str] | None:
        """What to import."""
        old = self.project.old.module_name(pair.old.module.path)
        new = self.project.new.module_name(pair.new.module.path)
        return (old, new) if old and new else None


def _reversed(pair: Pair) -> Pair:
    renamings = tuple(Renaming(each.new, each.old) for each in pair.renamings)
    return replace(pair, old=pair.new, new=pair.old, renamings=renamings)


def _counts(old: Behaviour) -> bool:
    """Whether the call was meant for the old version at all."""
    return not isinstance(old.outcome, Unfinished) and not is_refused(old)
