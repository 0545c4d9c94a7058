"""Do the calls that `pytest --swerve` recorded behave alike on both sides?"""

from __future__ import annotations

from dataclasses import dataclass

from swerve.engines._engine import Budget, left_open
from swerve.facts.changed_lines import ChangedLines
from swerve.model import (
    NOTHING_LEARNED,
    Findings,
    Learned,
    Pair,
    Verdict,
    evidence_about,
)
from swerve.model.plurals import counted
from swerve.observe.comparison import equal_words
from swerve.observe.seeds import calls_in, types_seen
from swerve.run.observed import Recorded, Recordings
from swerve.run.workspace import Workspace
from swerve.source.syntax.conditions import places_that_ran

from ._remaking import Remade, remade_calls

NAME = "replay"
#: What a person is told who has recorded calls of another version.
STALE = (
    "only calls to other versions of this function were recorded; "
    "record this one with `pytest --swerve`"
)


@dataclass(frozen=True, slots=True)
class ReplayRecorded:
    """Makes calls again that were recorded in an ordinary run of the tests; no test runs."""

    recordings: Recordings
    workspace: Workspace
    #: Whether others are still to look: no word about what shows no difference.
    is_quick: bool = False
    name: str = NAME
    runs_code: bool = True

    def concerns(self, pair: Pair) -> bool:
        """Whether anything was recorded."""
        return pair.id in self.recordings.pairs

    def stands_for_tests(self, pair: Pair) -> bool:
        """Whether tests need not run: every call that was looked at can be made again."""
        return self.workspace.modules_of(pair) is not None and pair.id in self.recordings.whole

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Look for a recorded call on which the two versions part."""
        recorded = self.recordings.of(pair)
        remade = remade_calls(pair, self.workspace, recorded, budget)
        if isinstance(remade, str):
            return left_open(pair, NAME, f"not run: {remade}")
        return self._findings(pair, recorded, remade)

    def _findings(self, pair: Pair, recorded: tuple[Recorded, ...], remade: Remade) -> Findings:
        learned = Learned(
            remade.seeds,
            types_seen(pair.old, calls_in(remade.seeds)),
            ran=places_that_ran(remade.reached_old, remade.reached_new),
        )
        old, new = ChangedLines(pair.old), ChangedLines(pair.new)
        reached = old.reached(remade.reached_old), new.reached(remade.reached_new)
        calls = f"{counted(remade.alike, 'recorded call')} of {_tests(recorded)}"
        note = f"no difference in {calls}"
        if remade.witnesses:
            note = f"repeated {counted(remade.runs, 'recorded call')} of {_tests(recorded)}"
        elif remade.unknown:
            note += f", {remade.unknown} more could not be compared"
        elif not remade.seeds:
            note = f"none of {counted(remade.runs, 'recorded call')} behaves as it did in its test"
        evidence = evidence_about(pair, self.name, note, remade.runs, reached)
        if remade.witnesses:
            reason = remade.witnesses[0].words
            return Findings(evidence, Verdict.CHANGED, reason, remade.witnesses, learned=learned)
        otherwise = ""
        sides = (old.has_code, bool(reached[0])), (new.has_code, bool(reached[1]))
        ran = any(code for code, _ in sides) and all(there or not code for code, there in sides)
        if ran and not remade.unknown and not self.is_quick:
            otherwise = f"changed code ran in {calls}, {equal_words(remade.ulps)}"
        return Findings(evidence, learned=learned, otherwise=otherwise)


def _tests(recorded: tuple[Recorded, ...]) -> str:
    count = len({each.test for each in recorded})
    return "one test" if count == 1 else f"{count} tests"
