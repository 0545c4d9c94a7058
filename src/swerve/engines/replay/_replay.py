"""Do the calls that the project's own tests make behave alike on both sides?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from threading import Event

from swerve.engines._engine import Budget, left_open
from swerve.engines.opened import InProject, Opened, Stage
from swerve.facts.changed_lines import ChangedLines
from swerve.model import (
    NOTHING_LEARNED,
    DifferenceKind,
    Evidence,
    Findings,
    Function,
    Learned,
    LineNo,
    Pair,
    Realism,
    Side,
    Verdict,
    Witness,
    evidence_about,
)
from swerve.model.plurals import counted, named
from swerve.observe.comparison import equal_words
from swerve.observe.seeds import calls_in, types_seen
from swerve.run.observed import (
    Flip,
    Observations,
    PairObserved,
    observe_suites,
    recordings_for,
    witness_in_test,
)
from swerve.run.workspace import Workspace
from swerve.source.syntax.conditions import places_that_ran

from ._limits import DECIDED_IMPORTS, DECIDED_S
from ._recorded import NAME, STALE, ReplayRecorded
from ._remaking import Remade, remade_calls

_MOST_NAMED = 3
#: Tests that flip, where they are all that shows a difference.
_MOST_FLIPS = 2


@dataclass(frozen=True, slots=True)
class Replay:
    """Makes the calls again that tests made, alone; and says what differed in the tests."""

    observations: Observations
    workspace: Workspace
    #: Calls that were recorded before: of some pairs they are all there is to see.
    recorded: ReplayRecorded | None = None
    name: str = NAME
    runs_code: bool = True

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Look for a call of the tests on which the two versions part."""
        if self.recorded is not None and self.recorded.stands_for_tests(pair):
            return self.recorded.investigate(pair, budget, learned)
        findings = self._from_tests(pair, budget)
        if self.recorded is None or pair.id not in self.recorded.recordings.stale:
            return findings
        note = "; ".join(filter(None, (findings.evidence.note, STALE)))
        return replace(findings, evidence=replace(findings.evidence, note=note))

    def _from_tests(self, pair: Pair, budget: Budget) -> Findings:
        if self.observations.trouble:
            return left_open(pair, NAME, f"not run: {self.observations.trouble}")
        observed = self.observations.of(pair.id)
        ran = next(iter(self.observations.notes), "")
        if not (observed.tests or observed.set_aside or observed.recorded):
            return left_open(pair, NAME, f"no test calls it ({ran})")
        remade = self._remade(pair, budget, observed)
        findings = _findings(pair, observed, remade)
        note = "; ".join(filter(None, (findings.evidence.note, ran)))
        return replace(findings, evidence=replace(findings.evidence, note=note))

    def _remade(self, pair: Pair, budget: Budget, observed: PairObserved) -> Remade:
        """Make the calls again, each alone, where the modules can be imported."""
        if not observed.recorded:
            return Remade()
        remade = remade_calls(
            pair, self.workspace, observed.recorded, budget, suspects=observed.differing
        )
        return Remade() if isinstance(remade, str) else remade


# --- what follows ---------------------------------------------------------------------------------


def _findings(pair: Pair, observed: PairObserved, remade: Remade) -> Findings:
    flips = [f"{each.test} {each.words}" for each in observed.unexplained[:1]]
    types = types_seen(pair.old, calls_in(remade.seeds))
    ran = places_that_ran(observed.reached_old, observed.reached_new)
    learned = Learned(remade.seeds, types, tuple(flips), ran=ran)
    compared = observed.alike + observed.unknown + len(observed.differing)
    evidence = _evidence(pair, compared + remade.runs, observed, _aside(observed))
    witnesses = remade.witnesses or tuple(
        witness_in_test(each, NAME) for each in observed.differing[:1]
    )
    flipping = {each.test: each for each in observed.flips}
    witnesses = tuple(_as_tested(each, flipping) for each in witnesses)
    witnesses += tuple(map(_flipping, observed.flips[: 1 if witnesses else _MOST_FLIPS]))
    if witnesses:
        reason = witnesses[0].words
        return Findings(evidence, Verdict.CHANGED, reason, witnesses, learned=learned)
    note = f"no difference in {counted(observed.alike, 'call')} that {_tests(observed.tests)} made"
    if not observed.alike and not observed.unknown:
        note = f"{_tests(observed.tests)} called it, but no call was the same on both sides"
    elif observed.unknown:
        note += f", {observed.unknown} more could not be compared: {observed.why_unknown}"
    notes = "; ".join(filter(None, (note, evidence.note)))
    otherwise = ""
    if _ran_on_each_side(pair, evidence) and observed.alike and not observed.unknown:
        calls = f"{counted(observed.alike, 'call')} that {_tests(observed.tests)} made"
        otherwise = f"changed code ran in {calls}, {equal_words(observed.ulps)}"
    return Findings(replace(evidence, note=notes), learned=learned, otherwise=otherwise)


def _ran_on_each_side(pair: Pair, evidence: Evidence) -> bool:
    """Whether changed code ran on every side that has some."""
    sides = ((pair.old, evidence.reached_old), (pair.new, evidence.reached_new))
    has_code = [ChangedLines(function).has_code for function, _ in sides]
    return any(has_code) and all(
        reached or not code for code, (_, reached) in zip(has_code, sides, strict=True)
    )


def _as_tested(witness: Witness, flips: Mapping[str, Flip]) -> Witness:
    """What a call in a test shows was meant or not as the test says."""
    flip = flips.get(witness.test)
    if flip is None or witness.judgement is not None:
        return witness
    judgement, why = flip.says
    return replace(witness, judgement=judgement, why=why, confidence="high", is_by_words=True)


def _flipping(flip: Flip) -> Witness:
    """A test that passes on one side only."""
    failed = f"failed: {flip.why}" if flip.why else "failed"
    passes_on_new = flip.passes_on is Side.NEW
    judgement, why = flip.says
    return Witness(
        engine=NAME,
        realism=Realism.OBSERVED,
        kind=DifferenceKind.TEST,
        call=flip.test,
        old=failed if passes_on_new else "passed",
        new="passed" if passes_on_new else failed,
        path="outcome",
        test=flip.test,
        judgement=judgement,
        why=why,
        confidence="high",
        is_by_words=True,
    )


def _tests(count: int) -> str:
    return "one test" if count == 1 else f"{count} tests"


def _aside(observed: PairObserved) -> str:
    """What happened to tests that call the pair."""
    parts = []
    for side in Side:
        flips = [
            each for each in (*observed.flips, *observed.unexplained) if each.passes_on is side
        ]
        tests = [f"{each.test} ({each.why})" if each.why else each.test for each in flips]
        if tests:
            parts.append(f"{flips[0].words}: {named(tests, _MOST_NAMED)}")
    if observed.set_aside:
        parts.append(f"set aside, failing on both: {named(observed.set_aside, _MOST_NAMED)}")
    return "; ".join(parts)


def _evidence(pair: Pair, runs: int, observed: PairObserved, note: str) -> Evidence:
    reached = (
        _reached(pair.old, observed.reached_old, observed),
        _reached(pair.new, observed.reached_new, observed),
    )
    return evidence_about(pair, NAME, note, runs, reached)


def _reached(function: Function, lines: frozenset[LineNo], observed: PairObserved) -> set[LineNo]:
    return ChangedLines(function).reached(lines | {function.def_line} if observed.tests else lines)


# --- how it is made -------------------------------------------------------------------------------


def engine(opened: Opened) -> Replay | ReplayRecorded | None:
    """At first what was recorded, while tests begin to run; later what the tests show."""
    if opened.around is None:
        return None
    recorded = _recorded(opened, opened.around)
    _begin_tests(opened, opened.around, recorded)
    if opened.stage is Stage.QUICK:
        has_calls = recorded is not None and recorded.recordings.pairs
        return replace(recorded, is_quick=True) if recorded is not None and has_calls else None
    observations = None
    if opened.suites is not None:
        patience_s = DECIDED_S + DECIDED_IMPORTS * opened.workspace.import_s
        observations = opened.suites.result(patience_s if opened.is_decided else None)
    return Replay(observations or Observations(opened.folder), opened.workspace, recorded)


def _begin_tests(opened: Opened, around: InProject, recorded: ReplayRecorded | None) -> None:
    """Run the tests that touch the pairs, beside whatever else is done."""
    affected = [pair for pair in opened.all_pairs if pair.is_affected]
    pairs = [
        pair
        for pair in {each.id: each for each in (*opened.pairs, *affected)}.values()
        if recorded is None or not recorded.stands_for_tests(pair)
    ]
    if opened.suites is None or not pairs:
        return
    opened.suites.begin(partial(_observed, opened, around, pairs, opened.suites.hurry))


def _observed(
    opened: Opened, around: InProject, pairs: Sequence[Pair], hurry: Event
) -> Observations:
    try:
        return observe_suites(
            around.project,
            opened.workspace.places.level,
            pairs,
            opened.folder,
            seconds=opened.settings.suite_seconds,
            rules=opened.workspace.rules,
            listener=opened.listener,
            hurry=hurry,
        )
    except OSError as error:  # no room left, a tree that was cleared away
        trouble = f"its tests could not be run: {error.strerror or error}"
        return Observations(opened.folder, trouble=trouble)


def _recorded(opened: Opened, around: InProject) -> ReplayRecorded | None:
    """What makes recorded calls again; nothing where none were recorded."""
    if around.raw.trees is None:
        return None
    recordings = recordings_for(around.raw.trees[0], opened.pairs)
    return None if recordings.top is None else ReplayRecorded(recordings, opened.workspace)
