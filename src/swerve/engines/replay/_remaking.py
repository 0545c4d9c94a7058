"""What do both sides do with calls that tests have made?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from swerve.engines._engine import Budget
from swerve.model import LineNo, Pair, Realism, Seed, Side, Witness, work
from swerve.model.behaviour import Returned, Unfinished
from swerve.observe.comparison import Different, Same, Unknown
from swerve.observe.recipe import BadRecipe, CallRecipe, decode_call, encode_call
from swerve.run.host import Compared, Sides
from swerve.run.observed import Differing, Recorded
from swerve.run.shrink import first_like, shrunk
from swerve.run.workspace import Workspace, witness_of

from ._limits import CALL_S, MOST_CANDIDATES, SHRINK_CALLS, SHRINK_S, SMALL


@dataclass(frozen=True, slots=True)
class Remade:
    """What came of making the calls again."""

    runs: int = 0
    seeds: tuple[Seed, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    #: Calls that behaved alike, and calls of which nobody can tell.
    alike: int = 0
    unknown: int = 0
    #: Watched lines that ran in calls that were as recorded.
    reached_old: frozenset[LineNo] = frozenset()
    reached_new: frozenset[LineNo] = frozenset()
    #: How far numbers in equal results lie apart: more than 0 where they differ by rounding.
    ulps: float = 0.0


def remade_calls(
    pair: Pair,
    workspace: Workspace,
    recorded: Iterable[Recorded],
    budget: Budget,
    *,
    suspects: Iterable[Differing] = (),
) -> Remade | str:
    """Make calls of a pair again, each alone; in words why, when that does not work.

    `suspects` are calls that differed in their tests: they come first.
    """
    with workspace.opened(pair, budget.seed, call_s=CALL_S) as sides:
        return sides if isinstance(sides, str) else _Calls(sides, recorded, budget, suspects).run()


class _Calls:
    """The calls of one pair that can be made again."""

    def __init__(
        self,
        sides: Sides,
        recorded: Iterable[Recorded],
        budget: Budget,
        suspects: Iterable[Differing],
    ) -> None:
        self._sides = sides
        self._budget = budget
        self._suspects = {each.recipe for each in suspects}
        self._recorded: dict[bytes, Recorded] = {}
        self._decoded: list[CallRecipe] = []
        for each in recorded:
            try:
                call = decode_call(each.recipe)
            except BadRecipe:
                continue  # a worker wrote it, and target code was there
            if self._recorded.setdefault(encode_call(call), each) is each:
                self._decoded.append(call)

    def run(self) -> Remade:
        """Make all of them, and look closer at those that differ."""
        seeds, candidates, runs, alike, unknown, ulps = [], [], 0, 0, 0, 0.0
        reached: tuple[set[LineNo], set[LineNo]] = (set(), set())
        for compared in self._sides.run(self._decoded, self._budget.deadline):
            runs += 1
            data = encode_call(compared.call)
            recorded = self._recorded[data]
            if not _is_as_recorded(compared, recorded):
                continue
            seeds.append(Seed(data, Realism.OBSERVED, recorded.test))
            for lines, behaviour in zip(reached, (compared.old, compared.new), strict=True):
                lines.update(line for _, line in behaviour.reached)
            if isinstance(compared.agreement, Same):
                alike += 1
                ulps = max(ulps, compared.agreement.ulps)
            unknown += isinstance(compared.agreement, Unknown)
            if isinstance(compared.agreement, Different):
                candidates.append(compared)
        candidates.sort(key=self._order)
        witnesses = self._witnesses(candidates)
        old, new = map(frozenset, reached)
        return Remade(
            *(runs, tuple(seeds), witnesses, alike, unknown + len(candidates)),
            reached_old=old,
            reached_new=new,
            ulps=ulps,
        )

    def _order(self, compared: Compared) -> tuple[bool, int, bytes]:
        """What differed in its test first, then what is small."""
        data = encode_call(compared.call)
        return self._recorded[data].recipe not in self._suspects, len(data), data

    def _witnesses(self, candidates: list[Compared]) -> tuple[Witness, ...]:
        for candidate in candidates[:MOST_CANDIDATES]:
            if not self._budget.seconds_left:
                break
            recorded = self._recorded[encode_call(candidate.call)]
            has_differed = recorded.recipe in self._suspects
            found = self._sides.confirm(candidate.call, has_differed=has_differed)
            if isinstance(found.agreement, Different):
                test = self._recorded[encode_call(found.call)].test
                witness = witness_of(found, found.agreement, "replay", Realism.OBSERVED, test=test)
                return (witness, *self._smaller(found, test))
        return ()

    def _smaller(self, found: Compared, test: str) -> Iterator[Witness]:
        """The same difference on a smaller call, which no test makes."""
        if len(encode_call(found.call)) <= SMALL:
            return
        seconds = min(SHRINK_S, self._budget.seconds_left / 2)
        call = shrunk(
            found.call,
            first_like(self._sides, found, work.now() + seconds),
            seconds,
            SHRINK_CALLS,
        )
        if encode_call(call) != encode_call(found.call):
            again = self._sides.confirm(call)
            if isinstance(again.agreement, Different):
                yield witness_of(again, again.agreement, "replay", Realism.TYPED, test=test)


def _is_as_recorded(compared: Compared, recorded: Recorded) -> bool:
    """Whether the version of the test ends as it did there: else something around is missing."""
    if isinstance(compared.old.outcome, Unfinished):
        return False
    outcome = (compared.old if recorded.side is Side.OLD else compared.new).outcome
    if isinstance(outcome, Unfinished):
        return False
    return isinstance(outcome, Returned) is recorded.returned
