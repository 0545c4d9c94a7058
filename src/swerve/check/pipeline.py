"""In which order are pairs investigated, by which engines, for how long?"""

from __future__ import annotations

import itertools
import os
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple, Protocol, TypeAlias

from swerve.engines import Budget, Doubting, Engine, Judging, Proving, Selective
from swerve.engines.static import Static
from swerve.model import (
    NOTHING_LEARNED,
    Change,
    Effort,
    Evidence,
    Findings,
    FunctionReport,
    Learned,
    Pair,
    Report,
    Runtime,
    Verdict,
    evidence_about,
)
from swerve.model.guarded import guard_streams
from swerve.source.syntax import import_alike
from swerve.source.syntax.conditions import places_not_run

from .advice import advised
from .composition import inherited
from .crew import Crew, ProcessDied

#: Below this many pairs, starting processes costs more than it saves.
_WORTH_PROCESSES = 200
#: The same where they run code: each one imports the project anew, and both sides of one pair run
#: beside each other as it is.
_WORTH_RUNNING = 6
#: After so many processes that died, something is wrong with starting them.
_MOST_DEATHS = 50
#: Deep enough for any code that people write; Python's own default is not.
_RECURSION_LIMIT = 10_000
_NOBODY = "no engine could determine it"


class Listener(Protocol):
    """Hears what a run is doing. The command line draws it; tests record it."""

    def started(self, total: int) -> None:
        """So many pairs are about to be investigated."""

    def finished(self, report: FunctionReport) -> None:
        """One pair has its answer."""

    def preparing(self, modules: int) -> None:
        """Both sides are about to be made runnable, to import so many modules."""

    def running(self, total: int) -> None:
        """So many pairs are about to be run."""

    def replaying(self, done: int, total: int) -> None:
        """So many of the test files that may touch the change have run."""

    def decided(self, report: FunctionReport) -> None:
        """A pair that was open has its answer."""

    def left_open(self, report: FunctionReport) -> None:
        """A pair was run and goes on to the next stage."""


#: Makes the engines of a stage, for pairs that are open still; that may take a while.
MakeEngines: TypeAlias = Callable[[Sequence[Pair], Listener], tuple[Engine, ...]]


#: The same for the tests of a project, with whether nothing is open any more.
Tests: TypeAlias = Callable[[Sequence[Pair], Listener, bool], tuple[Engine, ...]]


class Prepared(NamedTuple):
    """What both sides run in, and the engines that run them there, in stages."""

    runtime: Runtime
    stages: tuple[MakeEngines, ...]
    #: Asked behind the first stage, about what has changed as well.
    tests: Tests | None = None
    #: Whoever doubts it when engines see no difference.
    doubting: Doubting | None = None
    #: Ids of the pairs that engines are to look at; all where it is `None`.
    wanted: frozenset[str] | None = None


#: Makes both sides runnable for pairs that only a run can decide, as long as it is open.
Prepare: TypeAlias = Callable[[Sequence[Pair]], AbstractContextManager[Prepared]]


class Silence:
    """The listener that does nothing."""

    def started(self, total: int) -> None:
        """Do nothing."""

    def finished(self, report: FunctionReport) -> None:
        """Do nothing."""

    def preparing(self, modules: int) -> None:
        """Do nothing."""

    def running(self, total: int) -> None:
        """Do nothing."""

    def replaying(self, done: int, total: int) -> None:
        """Do nothing."""

    def decided(self, report: FunctionReport) -> None:
        """Do nothing."""

    def left_open(self, report: FunctionReport) -> None:
        """Do nothing."""


def all_engines() -> tuple[Engine, ...]:
    """Every engine, cheapest first."""
    return (Static(),)


@dataclass(frozen=True, slots=True)
class Plan:
    """How pairs are to be investigated."""

    engines: tuple[Engine, ...] = field(default_factory=all_engines)
    effort: Effort = Effort.NORMAL
    #: Processes; `None` takes as many as pay off, and needs a program that may be started again.
    jobs: int | None = 1
    seed: int = 0
    #: Whoever doubts it when engines see no difference.
    doubting: Doubting | None = None
    #: Id of a pair -> what was learned about it before.
    known: Mapping[str, Learned] = field(default_factory=dict)
    #: Whether nobody looks at the pairs after this.
    is_final: bool = True

    def about(self, pair: Pair) -> Plan:
        """The same for one pair, without what is known about others."""
        if not self.known:
            return self
        return replace(self, known={pair.id: self.known.get(pair.id, NOTHING_LEARNED)})


def prepare_process() -> None:
    """Make room for deeply nested code and tame what is printed, in a process of ours alone."""
    guard_streams()
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _RECURSION_LIMIT))


def check(
    change: Change, plan: Plan, listener: Listener | None = None, prepare: Prepare | None = None
) -> Report:
    """Investigate every pair of a change, and find out what the undecided ones run in.

    Ctrl-C does not lose what is known: pairs without an answer come back as inconclusive.
    """
    listener = listener or Silence()
    started = time.monotonic()
    listener.started(len(change.pairs))
    reports: list[FunctionReport] = []
    interrupted = False
    runtime = None
    try:
        for report in investigate_all(change.pairs, plan, total=len(change.pairs)):
            reports.append(report)
            listener.finished(report)
        undecided = [each.pair for each in reports if each.verdict is Verdict.INCONCLUSIVE]
        if prepare is not None and any(each.keeps_from_running for each in change.set_aside):
            reports = [_not_run(report, change) for report in reports]
        elif prepare is not None and (imported := [*undecided, *_imported(reports)]):
            listener.preparing(len({pair.new.module.path for pair in imported}))
            with prepare(imported) as prepared:
                runtime = prepared.runtime
                if prepared.wanted is not None:
                    undecided = [pair for pair in undecided if pair.id in prepared.wanted]
                running = replace(plan, doubting=prepared.doubting)
                _run(undecided, prepared, running, reports, listener)
    except KeyboardInterrupt:
        interrupted = True
        for pair in change.pairs[len(reports) :]:
            reports.append(_unanswered(pair, "not checked: the run was interrupted"))
    if runtime is not None:
        broken = {each.file: each.why for each in runtime.modules if each.is_broken}
        reports = [_unless_broken(report, broken) for report in reports]
        runtime = _without_further_modules(runtime, undecided)
    ran = prepare is not None
    reports = [advised(report, plan.effort, runtime, ran=ran) for report in reports]
    seconds = time.monotonic() - started
    return Report(change, tuple(reports), seconds, interrupted, runtime=runtime)


def _imported(reports: Sequence[FunctionReport]) -> Iterator[Pair]:
    """Functions that are as they were, in modules that do something else when imported."""
    for report in reports:
        modules = report.pair.old.module, report.pair.new.module
        if report.verdict is Verdict.PRESERVED and not import_alike(*modules):
            yield report.pair


def _unless_broken(report: FunctionReport, broken: Mapping[str, str]) -> FunctionReport:
    """Nothing is preserved in a module that can no longer be imported: file -> why."""
    why = broken.get(report.pair.new.module.path, "")
    if not why or report.verdict is Verdict.CHANGED:
        return report
    reason = f"its module can no longer be imported: {why}"
    if report.verdict is Verdict.INCONCLUSIVE:
        reason = f"{reason}; {report.reason}"
    return replace(report, verdict=Verdict.INCONCLUSIVE, reason=reason)


def _unanswered(pair: Pair, reason: str) -> FunctionReport:
    return FunctionReport(pair, Verdict.INCONCLUSIVE, reason, 0.0, advice="Run the check again.")


def _without_further_modules(runtime: Runtime, undecided: Sequence[Pair]) -> Runtime:
    """What was imported only to see whether it can be is not worth a word if it can."""
    files = {pair.new.module.path for pair in undecided}
    modules = tuple(each for each in runtime.modules if each.file in files or each.why)
    return replace(runtime, modules=modules)


def _not_run(report: FunctionReport, change: Change) -> FunctionReport:
    """Say of a function that only a run could decide why there was none."""
    if report.verdict is not Verdict.INCONCLUSIVE:
        return report
    whys = [each.why for each in change.set_aside if each.keeps_from_running]
    said = [each for each in (report.reason, f"not run: {whys[0]}") if each and each != _NOBODY]
    advice = "Raise the limit, or name the files to check: `swerve check RANGE FILE`."
    return replace(report, reason="; ".join(said), advice=advice)


def _run(
    undecided: Sequence[Pair],
    prepared: Prepared,
    plan: Plan,
    reports: list[FunctionReport],
    listener: Listener,
) -> None:
    """Let engines that run code look at what was left open, and put their answers in its place.

    Functions that changed themselves come first: what is known of them may settle what uses them.
    The rest of those is left at a first look, since what the change does is seen where it is.
    """
    first, *others = prepared.stages
    with _Spread() as spread:
        running = _Running(plan, reports, listener, spread)
        edited = [pair for pair in undecided if not pair.is_affected]
        running.decide(edited, first, prepared.tests, others)
        affected = [pair for pair in undecided if pair.is_affected]
        rest = [pair for pair in affected if not running.has_inherited(pair)]
        running.decide(rest, first, prepared.tests, others if plan.effort is Effort.DEEP else ())


class _Running:
    """Pairs on their way through the stages."""

    def __init__(
        self, plan: Plan, reports: list[FunctionReport], listener: Listener, spread: _Spread
    ) -> None:
        self._plan = plan
        self._reports = reports
        self._listener = listener
        self._spread = spread
        self._places = {each.pair.id: index for index, each in enumerate(reports)}
        self._known: dict[str, Learned] = {}

    def has_inherited(self, pair: Pair) -> bool:
        """Whether the verdicts of what a function uses settle it."""
        known = {each.pair.id: each for each in self._reports}
        found = inherited(self._of(pair), known)
        if found is None:
            return False
        self._put(found)
        self._listener.decided(found)
        return True

    def decide(
        self,
        pairs: Sequence[Pair],
        first: MakeEngines,
        tests: Tests | None,
        others: Sequence[MakeEngines],
    ) -> None:
        """Investigate pairs stage by stage; what one leaves open is for the next."""
        still = self._through(first, pairs, is_final=tests is None and not others)
        if tests is not None:
            asked = [pair for pair in pairs if self._is_worth_tests(pair)]
            make = partial(_make_tests, tests, not still)
            still = self._through(make, asked, is_final=not others)
        for number, stage in enumerate(others, 1):
            still = self._through(stage, still, is_final=number == len(others))

    def _is_worth_tests(self, pair: Pair) -> bool:
        """Whether what tests show counts: it is open, or nobody has judged the difference."""
        report = self._of(pair)
        if report.verdict is not Verdict.CHANGED:
            return report.verdict is Verdict.INCONCLUSIVE
        return all(witness.judgement is None for witness in report.witnesses)

    def _through(self, stage: MakeEngines, pairs: Sequence[Pair], *, is_final: bool) -> list[Pair]:
        """Let a stage look at pairs; those that are open still."""
        if not pairs:
            return []
        engines = stage(pairs, self._listener)
        plan = replace(self._plan, engines=engines, known=self._known, is_final=is_final)
        self._listener.running(len(pairs))
        still = []
        total = len(pairs)
        for report in investigate_all(pairs, plan, total=total, spread=self._spread):
            before = self._of(report.pair)
            if before.verdict is Verdict.CHANGED:
                self._put(_with_more(before, report))
                continue
            joined = _joined(before, report)
            self._put(joined)
            if report.verdict is Verdict.INCONCLUSIVE and not is_final:
                still.append(report.pair)
                self._known[report.pair.id] = report.learned
                self._listener.left_open(joined)
            else:
                self._listener.decided(joined)
        return still

    def _of(self, pair: Pair) -> FunctionReport:
        return self._reports[self._places[pair.id]]

    def _put(self, report: FunctionReport) -> None:
        self._reports[self._places[report.pair.id]] = report


def _make_tests(
    tests: Tests, is_decided: bool, pairs: Sequence[Pair], listener: Listener
) -> tuple[Engine, ...]:
    return tests(pairs, listener, is_decided)


def _with_more(changed: FunctionReport, more: FunctionReport) -> FunctionReport:
    """What is known to have changed, with what else shows it: what tests do comes first."""
    found = replace(_joined(changed, more), verdict=changed.verdict, reason=changed.reason)
    if more.verdict is not Verdict.CHANGED:
        return found
    return replace(found, reason=more.reason, witnesses=more.witnesses + changed.witnesses)


def _joined(first: FunctionReport, second: FunctionReport) -> FunctionReport:
    """What engines found one after the other; of one that ran twice, what it found then."""
    reason = second.reason
    if second.verdict is Verdict.INCONCLUSIVE:
        said = [each for each in (first.reason, reason) if each and each != _NOBODY]
        parts = (part for each in said for part in each.split("; "))
        reason = "; ".join(dict.fromkeys(parts)) or _NOBODY
    again = {each.engine for each in second.evidence if each.runs}
    before = tuple(each for each in first.evidence if each.engine not in again)
    told = {each.engine for each in before}
    spent: dict[str, float] = {}
    for each in (*first.evidence, *second.evidence):
        spent[each.engine] = spent.get(each.engine, 0.0) + each.seconds
    evidence = before + tuple(each for each in second.evidence if each.engine not in told)
    return replace(
        second,
        reason=reason,
        seconds=first.seconds + second.seconds,
        interface=first.interface + second.interface,
        witnesses=first.witnesses + second.witnesses,
        evidence=tuple(replace(each, seconds=spent[each.engine]) for each in evidence),
        learned=NOTHING_LEARNED,
    )


def usable_cores() -> int:
    """The cores that this process may use, which in a container are often not all."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def investigate_all(
    pairs: Iterable[Pair], plan: Plan, *, total: int | None = None, spread: _Spread | None = None
) -> Iterator[FunctionReport]:
    """Reports in the order of the pairs, each as soon as it and those before it are there.

    `total` is how many pairs there are, where that is known; few are not worth more processes.
    """
    jobs = plan.jobs
    if jobs is None:
        runs_code = any(engine.runs_code for engine in plan.engines)
        worth = _WORTH_RUNNING if runs_code else _WORTH_PROCESSES
        few = total is not None and total < worth
        jobs = 1 if few else usable_cores()
    if jobs == 1:
        for pair in pairs:
            yield investigate(pair, plan)
    elif spread is not None:
        yield from spread.reports(pairs, plan, jobs)
    else:
        with _Spread() as own:
            yield from own.reports(pairs, plan, jobs)


def investigate(pair: Pair, plan: Plan) -> FunctionReport:
    """Let the engines look at one pair, cheapest first, until one decides or time is up.

    An engine that fails leaves a note on the function; the others still run.
    """
    started = time.monotonic()
    budget = Budget.of(plan.effort.seconds, plan.seed)
    findings: list[Findings] = []
    learned = plan.known.get(pair.id, NOTHING_LEARNED)
    is_likely = False
    for engine in plan.engines:
        if isinstance(engine, Selective) and not engine.concerns(pair):
            continue
        if is_likely and not (isinstance(engine, Proving) and engine.proves(pair)):
            continue
        if findings and not budget.seconds_left and not isinstance(engine, Judging):
            note = f"not run: the budget of {plan.effort.seconds:g} s was spent"
            findings.append(Findings(_empty_evidence(engine, pair, note)))
            continue
        began = time.monotonic()
        try:
            own = budget.with_at_least(engine.least_s) if isinstance(engine, Judging) else budget
            found = engine.investigate(pair, own, learned)
        except Exception as error:  # a bug in one engine must not lose the run
            note = f"failed: {_described(error)}"
            found = Findings(_empty_evidence(engine, pair, note), None, note)
        took = replace(found.evidence, seconds=time.monotonic() - began)
        findings.append(replace(found, evidence=took))
        learned |= found.learned | Learned(likely=found.otherwise)
        is_likely |= found.verdict is Verdict.LIKELY_PRESERVED
        if found.verdict not in (None, Verdict.LIKELY_PRESERVED):
            break
    report = _report(pair, findings, learned.likely if plan.is_final else "")
    if report.verdict is Verdict.LIKELY_PRESERVED and plan.doubting is not None:
        learned |= Learned(alarms=plan.doubting.alarms(pair, learned))
    seconds = time.monotonic() - started
    return replace(_doubted(report, learned), learned=learned, seconds=seconds)


def _doubted(report: FunctionReport, learned: Learned) -> FunctionReport:
    """Nothing is preserved where an engine saw reason to doubt it."""
    if report.verdict not in (Verdict.PRESERVED, Verdict.LIKELY_PRESERVED):
        return report
    doubts = (*(f"alarm: {each}" for each in learned.alarms), *learned.doubts)
    if report.verdict is Verdict.LIKELY_PRESERVED:
        doubts += tuple(itertools.islice(places_not_run(report.pair, learned.ran), 1))
        if report.pair.compiled:
            doubts += (
                f"Python may run {report.pair.compiled}, which changed, instead of the source",
            )
        if report.pair.reached_from:
            doubts += (f"{report.pair.reached_from} may modify it when imported",)
    if not doubts:
        return report
    reason = "; ".join((*doubts, f"but {report.reason}"))
    alarm = "; ".join(learned.alarms)
    return replace(report, verdict=Verdict.INCONCLUSIVE, reason=reason, alarm=alarm)


def _report(pair: Pair, findings: list[Findings], likely: str) -> FunctionReport:
    verdicts = [each for each in findings if each.verdict is not None]
    certain = (each for each in verdicts if each.verdict is not Verdict.LIKELY_PRESERVED)
    decided = next(certain, next(iter(verdicts), None))
    if decided is not None and decided.verdict is not None:
        verdict, reason = decided.verdict, decided.reason
    elif likely:
        verdict, reason = Verdict.LIKELY_PRESERVED, likely
    else:
        verdict = Verdict.INCONCLUSIVE
        reason = "; ".join(dict.fromkeys(f.reason for f in findings if f.reason))
    return FunctionReport(
        pair=pair,
        verdict=verdict,
        reason=reason or _NOBODY,
        seconds=0.0,
        interface=tuple(difference for f in findings for difference in f.interface),
        witnesses=tuple(witness for f in findings for witness in f.witnesses),
        evidence=tuple(f.evidence for f in findings),
        advice="" if decided is None else decided.advice,
    )


def _empty_evidence(engine: Engine, pair: Pair, note: str) -> Evidence:
    return evidence_about(pair, engine.name, note)


def _described(error: Exception) -> str:
    """Type, message and place: enough to report the bug, on one line."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
    message = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {message}{place}"


# --- several processes --------------------------------------------------------------------------


class _Spread:
    """Pairs spread over processes, which stay for the next pairs until this is closed."""

    def __init__(self) -> None:
        self._crew: Crew | None = None
        self._deaths = 0

    def __enter__(self) -> _Spread:
        return self

    def __exit__(self, *_: object) -> None:
        self._dismiss()

    def reports(self, pairs: Iterable[Pair], plan: Plan, jobs: int) -> Iterator[FunctionReport]:
        """Look at pairs; a process that dies costs the pair that killed it, no other."""
        if self._crew is None:
            self._crew = Crew(jobs)
        waiting: deque[tuple[Pair, Future[FunctionReport]]] = deque()
        source = iter(pairs)
        is_done = False
        try:
            while True:
                for pair in itertools.islice(source, jobs * 4 - len(waiting)):
                    waiting.append((pair, self._submit(pair, plan)))
                if not waiting:
                    break
                pair, future = waiting.popleft()
                try:
                    yield future.result()
                except ProcessDied:
                    yield self._once_more(pair, plan)
            is_done = True
        finally:
            if not is_done:  # nobody wants the rest, nor waits for what is begun
                self._dismiss(at_once=True)

    def _submit(self, pair: Pair, plan: Plan) -> Future[FunctionReport]:
        if self._crew is None:
            raise AssertionError("it is open")
        return self._crew.submit(_investigate_elsewhere, pair, plan.about(pair))

    def _once_more(self, pair: Pair, plan: Plan) -> FunctionReport:
        """Try a pair again whose process died, which may have been for want of memory."""
        self._deaths += 1
        with suppress(ProcessDied):
            if self._deaths < _MOST_DEATHS:
                return self._submit(pair, plan).result()
        return _unanswered(pair, "the process that checked it died twice")

    def _dismiss(self, *, at_once: bool = False) -> None:
        if self._crew is not None:
            self._crew.close(at_once=at_once)
            self._crew = None


def _investigate_elsewhere(pair: Pair, plan: Plan) -> FunctionReport:
    prepare_process()
    return investigate(pair, plan)
