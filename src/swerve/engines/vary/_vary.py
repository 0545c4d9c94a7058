"""What do both versions do when something else goes into a call that a test makes?"""

from __future__ import annotations

from dataclasses import dataclass

from swerve.engines._engine import Budget, left_open
from swerve.engines.opened import Opened
from swerve.model import (
    NOTHING_LEARNED,
    Findings,
    Learned,
    Pair,
    Verdict,
    evidence_about,
)
from swerve.model.plurals import counted
from swerve.run.observed import Observations, witness_in_test

NAME = "vary"
_MOST_WITNESSES = 3
#: Varied calls that behave alike, after which made-up surroundings tell nothing better.
_ENOUGH = 10


@dataclass(frozen=True, slots=True)
class Vary:
    """Says what came of calls that were varied while the tests of the project ran."""

    observations: Observations
    #: Ids of pairs with a contract: it judges calls that can be made again, and these cannot.
    contracted: frozenset[str] = frozenset()
    name: str = NAME
    runs_code: bool = True

    def concerns(self, pair: Pair) -> bool:
        """Whether it has something to say about a pair."""
        return pair.id not in self.contracted

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Look for a varied call on which the two versions part."""
        observed = self.observations.of(pair.id)
        differing = observed.varied_differing
        runs = observed.varied_alike + len(differing)
        if not runs:
            return left_open(pair, NAME, "not run: no test makes a call of it that can be varied")
        if not differing:
            note = f"no difference in {counted(runs, 'varied call')} of tests"
            is_tested = runs >= _ENOUGH and bool(learned.likely)
            return Findings(
                evidence_about(pair, NAME, note, runs), learned=Learned(is_tested=is_tested)
            )
        # Each edit that shows something else is worth a word.
        chosen = {(each.different.path, each.different.kind): each for each in differing[::-1]}
        last = list(chosen.values())[-_MOST_WITNESSES:]
        witnesses = tuple(witness_in_test(each, NAME) for each in last[::-1])
        evidence = evidence_about(pair, NAME, "", runs)
        return Findings(evidence, Verdict.CHANGED, witnesses[0].words, witnesses)


def engine(opened: Opened) -> Vary | None:
    """What was seen while `replay` had the tests run."""
    observations = None if opened.suites is None else opened.suites.result()
    if observations is None:
        return None
    return Vary(observations, frozenset(opened.all_contracts))
