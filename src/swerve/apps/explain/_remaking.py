"""How is a call of a test run again, on the old version too, and handed to a contract?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from swerve.meaning.contract import SideRun, Signature, signature_of
from swerve.model import Pair, Renaming, Side
from swerve.model.behaviour import Behaviour, Raised, Returned, Unfinished
from swerve.observe.comparison import Different, Rules
from swerve.observe.recipe import BadRecipe, decode_call
from swerve.observe.snapshot import BadSnapshot, decode, show
from swerve.observe.written_anew import written_anew
from swerve.run.observed import SeenCall
from swerve.run.places import places_of
from swerve.run.project import Project
from swerve.run.refusals import is_refused
from swerve.run.sandbox import Level
from swerve.run.workspace import opened_sides

_CALL_S = 1.0
_MOST_CALLS = 20


@dataclass(frozen=True, slots=True)
class Remaking:
    """Makes calls again that were seen in a test, alone, on both versions."""

    project: Project
    level: Level
    rules: Rules
    seed: int = 0

    def runs(self, pair: PairRuns, calls: Sequence[SeenCall]) -> dict[int, tuple[SideRun, SideRun]]:
        """What both versions do, by the number of the call, where the new one does it again."""
        recipes = [call for call in calls if call.recipe][:_MOST_CALLS]
        modules = self._modules(pair.pair)
        if not recipes or modules is None:
            return {}
        found = {}
        as_old = written_anew(_reversed(pair.pair), modules[1], modules[0])
        with opened_sides(
            places_of(self.project, self.level),
            modules,
            self.rules,
            self.seed,
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


@dataclass(frozen=True, slots=True)
class PairRuns:
    """A pair, and how each of its versions is called."""

    pair: Pair
    old: Signature | None
    new: Signature | None

    @property
    def id(self) -> str:
        """The id of the pair."""
        return self.pair.id

    def runs(
        self, old_entry: bytes, old: Behaviour, new_entry: bytes, new: Behaviour
    ) -> tuple[SideRun, SideRun]:
        """What both versions did with one call."""
        return SideRun(old_entry, old, self.old), SideRun(new_entry, new, self.new)


def pair_runs(pair: Pair) -> PairRuns:
    """Read off how both versions are called."""
    return PairRuns(
        pair,
        signature_of(pair.old.module.text, pair.old.name),
        signature_of(pair.new.module.text, pair.new.name),
    )


_WIDTH = 120
_ENDINGS = {"result": "returned", "exception": "raised"}


def ending(behaviour: Behaviour) -> str:
    """How a call ended: "returned 3", "raised KeyError('price')"."""
    if not isinstance(behaviour.outcome, (Returned, Raised)):
        return "did not finish"
    try:
        graph = decode(behaviour.snapshot)
    except BadSnapshot:
        return "did something that cannot be read"
    for root, index in graph.roots:
        if root in _ENDINGS:
            return f"{_ENDINGS[root]} {show(graph, index, _WIDTH)}"
    return "returned" if isinstance(behaviour.outcome, Returned) else "raised"


def told(behaviour: Behaviour, difference: Different | None, side: Side) -> str:
    """How a call ended, and what it left behind where that is what differs."""
    words = ending(behaviour)
    if difference is None or not difference.path.startswith(("receiver", "arguments")):
        return words
    value = difference.old if side is Side.OLD else difference.new
    return f"{words}, and left `{difference.path}` as {value}"
