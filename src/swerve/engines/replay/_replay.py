"""Do the calls that the project's own tests make behave alike on both sides?"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from swerve.behaviour import Returned, Unfinished
from swerve.compare import Different, Rules
from swerve.engines._changed_lines import ChangedLines
from swerve.engines._engine import Budget
from swerve.engines._opened_sides import opened_sides
from swerve.engines._places import Places
from swerve.engines._project_witness import witness_of
from swerve.engines._seeds import calls_in, types_seen
from swerve.engines._shrink import first_like, shrunk
from swerve.engines._written_anew import written_anew
from swerve.host import Compared, Sides
from swerve.model import (
    NOTHING_LEARNED,
    Evidence,
    Findings,
    Function,
    Learned,
    LineNo,
    ModuleImports,
    Pair,
    Realism,
    Seed,
    Side,
    Verdict,
    Witness,
    evidence_about,
)
from swerve.recipe import BadRecipe, CallRecipe, decode_call, encode_call
from swerve.replaying import Differing, Observations, PairObserved, Recorded

#: Seconds for the modules of a pair to be imported, and for one call.
_IMPORT_S, _CALL_S = 20.0, 1.0
#: Differences that are looked at again, before it is taken for noise.
_MOST_CANDIDATES = 6
_SHRINK_S, _SHRINK_CALLS = 2.0, 2_000
#: Bytes of a call that a person takes in as it is.
_SMALL = 200
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Replay:
    """Makes the calls again that tests made, alone; and says what differed in the tests."""

    observations: Observations
    places: Places
    #: File of the new side -> the modules of both sides, where both can be imported.
    modules: Mapping[str, ModuleImports]
    rules: Rules = field(default_factory=Rules)
    name: str = "replay"
    runs_code: bool = True

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Look for a call of the tests on which the two versions part."""
        if self.observations.trouble:
            return _left_open(pair, f"not run: {self.observations.trouble}")
        observed = self.observations.of(pair.id)
        ran = next(iter(self.observations.notes), "")
        if not (observed.tests or observed.set_aside or observed.recorded):
            return _left_open(pair, f"no test calls it ({ran})")
        remade = self._remade(pair, budget, observed)
        findings = _findings(pair, observed, remade)
        note = "; ".join(filter(None, (findings.evidence.note, ran)))
        return replace(findings, evidence=replace(findings.evidence, note=note))

    def _remade(self, pair: Pair, budget: Budget, observed: PairObserved) -> _Remade:
        """Make the calls again, each alone, where the modules can be imported."""
        modules = self.modules.get(pair.new.module.path)
        if modules is None or not modules.works or modules.old is None or modules.new is None:
            return _Remade()
        if not observed.recorded:
            return _Remade()
        with opened_sides(
            self.places,
            (modules.old, modules.new),
            self.rules,
            budget.seed,
            import_s=min(_IMPORT_S, budget.seconds_left),
            call_s=_CALL_S,
            as_new=written_anew(pair, modules.old, modules.new),
        ) as sides:
            return _Remade() if isinstance(sides, str) else _Calls(sides, observed, budget).run()


@dataclass(frozen=True, slots=True)
class _Remade:
    """What came of making the calls again."""

    runs: int = 0
    seeds: tuple[Seed, ...] = ()
    witnesses: tuple[Witness, ...] = ()


class _Calls:
    """The calls of one pair that can be made again."""

    def __init__(self, sides: Sides, observed: PairObserved, budget: Budget) -> None:
        self._sides = sides
        self._budget = budget
        self._suspects = {each.recipe for each in observed.differing}
        self._recorded: dict[bytes, Recorded] = {}
        self._decoded: list[CallRecipe] = []
        for each in observed.recorded:
            try:
                call = decode_call(each.recipe)
            except BadRecipe:
                continue  # a worker wrote it, and target code was there
            if self._recorded.setdefault(encode_call(call), each) is each:
                self._decoded.append(call)

    def run(self) -> _Remade:
        """Make all of them, and look closer at those that differ."""
        seeds, candidates, runs = [], [], 0
        for compared in self._sides.run(self._decoded, self._budget.deadline):
            runs += 1
            data = encode_call(compared.call)
            recorded = self._recorded[data]
            if not _is_as_recorded(compared, recorded):
                continue
            seeds.append(Seed(data, Realism.OBSERVED, recorded.test))
            if isinstance(compared.agreement, Different):
                candidates.append(compared)
        candidates.sort(key=self._order)
        return _Remade(runs, tuple(seeds), self._witnesses(candidates))

    def _order(self, compared: Compared) -> tuple[bool, int, bytes]:
        """What differed in its test first, then what is small."""
        data = encode_call(compared.call)
        return self._recorded[data].recipe not in self._suspects, len(data), data

    def _witnesses(self, candidates: list[Compared]) -> tuple[Witness, ...]:
        for candidate in candidates[:_MOST_CANDIDATES]:
            if not self._budget.seconds_left:
                break
            found = self._sides.confirm(candidate.call)
            if isinstance(found.agreement, Different):
                test = self._recorded[encode_call(found.call)].test
                witness = witness_of(found, found.agreement, "replay", Realism.OBSERVED, test=test)
                return (witness, *self._smaller(found, test))
        return ()

    def _smaller(self, found: Compared, test: str) -> Iterator[Witness]:
        """The same difference on a smaller call, which no test makes."""
        if len(encode_call(found.call)) <= _SMALL:
            return
        seconds = min(_SHRINK_S, self._budget.seconds_left / 2)
        call = shrunk(
            found.call,
            first_like(self._sides, found, time.monotonic() + seconds),
            seconds,
            _SHRINK_CALLS,
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


# --- what follows ---------------------------------------------------------------------------------


def _findings(pair: Pair, observed: PairObserved, remade: _Remade) -> Findings:
    flips = [f"{test} passes on old and fails on new" for test, _ in observed.flips[:1]]
    types = types_seen(pair.old, calls_in(remade.seeds))
    learned = Learned(remade.seeds, types, tuple(flips))
    compared = observed.alike + observed.unknown + len(observed.differing)
    evidence = _evidence(pair, compared + remade.runs, observed, _aside(observed))
    witnesses = remade.witnesses or tuple(map(_in_test, observed.differing[:1]))
    if witnesses:
        reason = f"{witnesses[0].because} in {witnesses[0].test}"
        return Findings(evidence, Verdict.CHANGED, reason, witnesses, learned=learned)
    note = f"no difference in {observed.alike} calls that {_tests(observed.tests)} made"
    if observed.unknown:
        note += f", {observed.unknown} more could not be compared: {observed.why_unknown}"
    notes = "; ".join(filter(None, (note, evidence.note)))
    otherwise = ""
    if _ran_on_each_side(pair, evidence) and not observed.unknown:
        calls = f"{observed.alike} calls that {_tests(observed.tests)} made"
        otherwise = f"changed code ran in {calls}, with equal results"
    return Findings(replace(evidence, note=notes), learned=learned, otherwise=otherwise)


def _ran_on_each_side(pair: Pair, evidence: Evidence) -> bool:
    """Whether changed code ran on every side that has some."""
    sides = ((pair.old, evidence.reached_old), (pair.new, evidence.reached_new))
    has_code = [ChangedLines(function).has_code for function, _ in sides]
    return any(has_code) and all(
        reached or not code for code, (_, reached) in zip(has_code, sides, strict=True)
    )


def _in_test(differing: Differing) -> Witness:
    """A difference that only its test shows: the call needs what the test has set up."""
    different = differing.different
    return Witness(
        engine="replay",
        realism=Realism.OBSERVED,
        kind=different.kind,
        call=f"{differing.call}  # call {differing.number} in {differing.test}",
        old=different.old,
        new=different.new,
        because=f"differs at `{different.path}`",
        test=differing.test,
    )


def _tests(count: int) -> str:
    return "one test" if count == 1 else f"{count} tests"


def _aside(observed: PairObserved) -> str:
    """What happened to tests that call the pair."""
    parts = []
    if observed.flips:
        tests = [f"{test} ({why})" if why else test for test, why in observed.flips]
        parts.append(f"passes on old and fails on new: {_few(tests)}")
    if observed.set_aside:
        parts.append(f"set aside, failing on old already: {_few(observed.set_aside)}")
    return "; ".join(parts)


def _few(texts: Iterable[str]) -> str:
    shown = list(texts)
    rest = len(shown) - _MOST_NAMED
    return ", ".join(shown[:_MOST_NAMED]) + (f" and {rest} more" if rest > 0 else "")


def _evidence(pair: Pair, runs: int, observed: PairObserved, note: str) -> Evidence:
    reached = (
        _reached(pair.old, observed.reached_old, observed),
        _reached(pair.new, observed.reached_new, observed),
    )
    return evidence_about(pair, "replay", note, runs, reached)


def _reached(function: Function, lines: frozenset[LineNo], observed: PairObserved) -> set[LineNo]:
    return ChangedLines(function).reached(lines | {function.def_line} if observed.tests else lines)


def _left_open(pair: Pair, why: str) -> Findings:
    return Findings(evidence_about(pair, "replay", why))
