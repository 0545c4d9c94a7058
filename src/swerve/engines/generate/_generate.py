"""How is a pair decided by calling it, in its project, on inputs that were made for it?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice, zip_longest

from swerve.engines._engine import TELLING, Budget, left_open
from swerve.facts.arrays import errors_named
from swerve.facts.changed_lines import ChangedLines
from swerve.model import (
    NOTHING_LEARNED,
    Evidence,
    Findings,
    Learned,
    Pair,
    Realism,
    Seed,
    Verdict,
    evidence_about,
)
from swerve.model.plurals import counted
from swerve.observe.comparison import Different, equal_words
from swerve.observe.recipe import CallRecipe, encode_call, shape_of
from swerve.observe.seeds import types_seen
from swerve.run.host import Compared, Sides
from swerve.run.places import files_of
from swerve.run.workspace import Workspace, witness_of

from ._calls import Drawing
from ._limits import (
    FEW,
    MOST_GATHERED,
    MOST_SEEDS,
    MOST_UNCLEAR,
    QUICK_S,
    ROUNDS,
    ROUNDS_OF_TABLES,
    SHARE,
    SHARE_OF_TABLES,
)
from ._regions import condition_of
from ._search import Line, Search, SearchTally

NAME = "generate"


@dataclass(frozen=True, slots=True)
class Generate:
    """Calls both versions where they belong, with values that fit their parameters."""

    workspace: Workspace
    #: Id of a pair -> conditions on its calls: of such a pair all calls are handed on.
    gathering: Mapping[str, str] = field(default_factory=dict)
    #: As much as a second allows, and no word about what shows no difference in that.
    is_quick: bool = False
    #: Whether that was done already.
    is_again: bool = False
    name: str = NAME
    runs_code: bool = True

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Look for a call on which the two versions part."""
        with self.workspace.opened(pair, budget.seed) as sides:
            if isinstance(sides, str):
                return left_open(pair, NAME, f"not run: {sides}")
            return self._search(pair, budget, learned, sides)

    def _search(self, pair: Pair, budget: Budget, learned: Learned, sides: Sides) -> Findings:
        own_errors = errors_named((pair.old.module.text, pair.new.module.text))
        share = SHARE if own_errors is None else SHARE_OF_TABLES
        seconds = share * budget.seconds_left
        conditions = self.gathering.get(pair.id)
        calls = Drawing(self.workspace).calls_of(
            pair, sides, learned.calls, budget.seed, conditions or ""
        )
        if isinstance(calls, str):
            return left_open(pair, NAME, f"not run: {calls}")
        # Reading the code is no part of the search.
        budget = Budget.of(min(seconds, QUICK_S) if self.is_quick else seconds, budget.seed)
        files = files_of(pair, self.workspace.inside)
        changed = _changed(pair, sides, files)
        gathers = conditions is not None
        search = Search(
            sides,
            files,
            frozenset(changed),
            budget,
            calls.allows,
            gathers=gathers,
            own_errors=own_errors,
            learn=None if own_errors is None else calls.labels.learn,
        )
        most = len(ROUNDS) if changed else FEW
        rounds = (ROUNDS if own_errors is None else ROUNDS_OF_TABLES)[:most]
        found = search.run(calls.seeds, calls.draw, rounds, FEW if self.is_again else 0)
        search.seen.compared |= learned.ran & changed
        findings = findings_of(pair, search.seen, found, changed, is_final=not self.is_quick)
        witnesses = tuple(
            replace(witness, when=condition_of(pair.new, search.like(each), search.alike))
            for witness, each in zip(findings.witnesses, found, strict=False)
        )
        findings = replace(findings, witnesses=witnesses)
        types = types_seen(pair.old, search.worked)
        doubts: tuple[str, ...] = (_unjudged(search.seen),) if search.seen.differing else ()
        if search.seen.endless:
            doubts += (_ended_once(search.seen),)
        ran = frozenset(search.seen.compared)
        return replace(findings, learned=Learned(_seeds(search), types, doubts, ran=ran))


def findings_of(
    pair: Pair, seen: SearchTally, found: list[Compared], changed: set[Line], *, is_final: bool
) -> Findings:
    """What a search says about a pair; `changed` are its lines that can be seen to run."""
    reached = seen.lines & changed
    old, new = ({line for at, line in reached if at == side} for side in (0, 1))
    evidence = evidence_about(pair, NAME, "", seen.runs, (old, new))
    witnesses = tuple(
        witness_of(each, each.agreement, NAME, Realism.TYPED)
        for each in found
        if isinstance(each.agreement, Different)
    )
    if witnesses:
        return Findings(evidence, Verdict.CHANGED, witnesses[0].words, witnesses)
    if seen.differing:
        return Findings(_noted(evidence, _unjudged(seen)), None, _unjudged(seen))
    is_clear = seen.taken > MOST_UNCLEAR * seen.unclear.total() and not seen.endless
    is_enough = seen.taken >= TELLING or not seen.is_cut_short
    if is_final and changed and changed <= seen.compared and is_clear and is_enough:
        note = f"changed code ran in {seen.taken} of {counted(seen.runs, 'generated call')}"
        return Findings(
            _noted(evidence, note), Verdict.LIKELY_PRESERVED, f"{note}, {equal_words(seen.ulps)}"
        )
    return Findings(_noted(evidence, _why_open(seen, changed)))


def _unjudged(seen: SearchTally) -> str:
    calls = counted(seen.runs, "call")
    return f"{seen.differing} of {calls} differ, for the contract to judge"


def _ended_once(seen: SearchTally) -> str:
    calls = counted(seen.runs, "call")
    return f"{seen.endless} of {calls} finished in time on the old side only"


def _why_open(seen: SearchTally, changed: set[Line]) -> str:
    if seen.taken and not changed:
        return f"no difference in {counted(seen.taken, 'generated call')}"
    if seen.endless:
        return _ended_once(seen)
    if seen.unclear and seen.taken <= MOST_UNCLEAR * seen.unclear.total():
        why, _ = seen.unclear.most_common(1)[0]
        return (
            f"{seen.unclear.total()} of {counted(seen.runs, 'call')} could not be compared: {why}"
        )
    if seen.taken:
        missed = len(changed - seen.compared)
        but = f", which missed {counted(missed, 'changed line')}" if missed else ""
        then = ", then time ran out" if seen.is_cut_short else ""
        return f"no difference in {counted(seen.taken, 'generated call')}{but}{then}"
    if seen.accepted and (changed & seen.lines or not changed):
        calls = counted(seen.accepted, "generated call")
        return f"no difference in {calls} with objects of unknown classes"
    if seen.accepted:
        return f"none of {counted(seen.accepted, 'generated call')} reached the changed lines"
    if not seen.runs:
        return "not run: reading the code used up the time"
    if seen.not_built:
        why, _ = seen.reasons.most_common(1)[0]
        return f"no call could be made: {why}"
    return f"none of {counted(seen.runs, 'generated call')} was accepted by the old version"


def _noted(evidence: Evidence, note: str) -> Evidence:
    return replace(evidence, note=note)


def _seeds(search: Search) -> tuple[Seed, ...]:
    """Calls that others may start from: those that reached something new, then of every shape."""
    shapes: dict[str, list[CallRecipe]] = defaultdict(list)
    for call in sorted(search.worked, key=lambda each: (len(data := encode_call(each)), data)):
        shapes[shape_of(call)].append(call)
    turns = (call for turn in zip_longest(*shapes.values()) for call in turn if call is not None)
    chosen = dict.fromkeys(map(encode_call, (*reversed(search.news), *turns, *search.handed_on)))
    most = MOST_SEEDS if search.gathered is None else MOST_GATHERED
    return tuple(Seed(each, Realism.TYPED, "generated") for each in islice(chosen, most))


def _changed(pair: Pair, sides: Sides, files: tuple[str, str]) -> set[Line]:
    """Changed lines of both sides that can be seen to run."""
    found: set[Line] = set()
    for side, (function, lane) in enumerate(((pair.old, sides.old), (pair.new, sides.new))):
        can_run = {line for file, line in lane.lines_that_can_run() if file == files[side]}
        found |= {(side, line) for line in ChangedLines(function).in_body & can_run}
    return found
