"""In which order are pairs investigated, by which engines, for how long?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from typing import NamedTuple, Protocol, TypeAlias

from swerve.engines import Blaming, Doubting, Engine
from swerve.model import (
    NOTHING_LEARNED,
    AsideKind,
    CauseKind,
    Change,
    Effort,
    FunctionReport,
    Learned,
    Pair,
    Realism,
    Report,
    Runtime,
    Verdict,
    Witness,
)
from swerve.source.syntax import import_alike

from .advice import advised
from .composition import inherited
from .investigating import NOBODY, Plan, Spread, investigate_all, unanswered

#: All functions of a change together get so many times the seconds of one, unless each would get
#: less than this part of them.
_FOR_ALL, _LEAST_PART = 3, 0.2
#: So many functions are looked at beside the tests that come with a change; more would hold up the
#: tests, which mostly decide.
_FEW = 2


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
    #: Whether the change comes with tests: they mostly show what it does.
    has_own_tests: bool = False
    #: Whether something says what was meant to change: it judges before tests are asked.
    has_contracts: bool = False
    #: Whoever doubts it when engines see no difference.
    doubting: Doubting | None = None
    #: Whoever knows which edits of a function make a difference.
    blaming: Blaming | None = None
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
            report = _documented(_read(report), change)
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
                running = replace(plan, doubting=prepared.doubting, blaming=prepared.blaming)
                _run(undecided, prepared, running, reports, listener)
    except KeyboardInterrupt:
        interrupted = True
        for pair in change.pairs[len(reports) :]:
            reports.append(unanswered(pair, "not checked: the run was interrupted"))
    if runtime is not None:
        broken = {each.file: each.why for each in runtime.modules if each.is_broken}
        reports = [_unless_broken(report, broken) for report in reports]
        runtime = _without_further_modules(runtime, undecided)
    ran = prepare is not None
    reports = [advised(report, plan.effort, runtime, ran=ran) for report in reports]
    seconds = time.monotonic() - started
    return Report(change, tuple(reports), seconds, interrupted, runtime=runtime)


def _read(report: FunctionReport) -> FunctionReport:
    """Keep what reading showed of a function that only a run can decide."""
    if report.verdict is not Verdict.INCONCLUSIVE or not report.learned.is_same_code:
        return report
    return replace(report, pair=replace(report.pair, is_same_code=True))


def _documented(report: FunctionReport, change: Change) -> FunctionReport:
    """Nothing needs to run where only words differ, and none that a function may read.

    That is not proved: what runs when something is imported can read docstrings.
    """
    words = [each.why for each in change.set_aside if each.kind is AsideKind.DOCUMENTATION]
    is_read = any(each.kind is CauseKind.READS or each.name for each in report.pair.causes)
    if not words or is_read or not report.pair.is_affected:
        return report
    if report.verdict is not Verdict.INCONCLUSIVE:
        return report
    return replace(report, verdict=Verdict.LIKELY_PRESERVED, reason=f"same code; {words[0]}")


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
    said = [each for each in (report.reason, f"not run: {whys[0]}") if each and each != NOBODY]
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
    with Spread() as spread:
        running = _Running(plan, reports, listener, spread)
        edited = [pair for pair in undecided if not pair.is_affected]
        running.plan = replace(plan, pair_seconds=_shared(plan.effort, len(edited)))
        may_be_first = not prepared.has_contracts
        tests_first = may_be_first and prepared.has_own_tests and len(edited) > _FEW
        running.decide(edited, first, prepared.tests, others, tests_first=tests_first)
        affected = [pair for pair in undecided if pair.is_affected]
        rest = [pair for pair in affected if not running.has_inherited(pair)]
        is_deep = plan.effort is Effort.DEEP
        running.plan = plan if is_deep else replace(plan, pair_seconds=_least(plan.effort))
        others = others if is_deep else []
        # What tests do with these is known by now.
        running.decide(
            rest, first, prepared.tests, others, tests_first=may_be_first and bool(edited)
        )


def _shared(effort: Effort, pairs: int) -> float:
    """Seconds for each of some pairs of one change."""
    part = min(1.0, _FOR_ALL / max(pairs, 1))
    return max(part * effort.seconds, _least(effort))


def _least(effort: Effort) -> float:
    return _LEAST_PART * effort.seconds


class _Running:
    """Pairs on their way through the stages."""

    def __init__(
        self, plan: Plan, reports: list[FunctionReport], listener: Listener, spread: Spread
    ) -> None:
        self.plan = plan
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
        *,
        tests_first: bool = False,
    ) -> None:
        """Investigate pairs stage by stage; what one leaves open is for the next."""
        if tests is not None and tests_first:
            pairs = self._through(partial(_make_tests, tests, False), pairs, is_final=False)
            tests = None
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
        plan = replace(self.plan, engines=engines, known=self._known, is_final=is_final)
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
    if not any(each.runs for each in more.evidence):
        return changed
    found = replace(_joined(changed, more), verdict=changed.verdict, reason=changed.reason)
    witnesses = tuple(filter(_tells_more_than(changed), more.witnesses))
    if not witnesses:
        return replace(found, witnesses=changed.witnesses)
    return replace(found, reason=more.reason, witnesses=witnesses + changed.witnesses)


def _tells_more_than(changed: FunctionReport) -> Callable[[Witness], bool]:
    """What a call needs that is varied in its test is not worth it where a plain call shows it."""
    is_plain = any(each.realism is not Realism.INJECTED for each in changed.witnesses)
    return lambda witness: not (is_plain and witness.realism is Realism.VARIED)


def _joined(first: FunctionReport, second: FunctionReport) -> FunctionReport:
    """What engines found one after the other; of one that ran twice, what it found then."""
    reason = second.reason
    if second.verdict is Verdict.INCONCLUSIVE:
        said = [each for each in (first.reason, reason) if each and each != NOBODY]
        parts = (part for each in said for part in each.split("; "))
        reason = "; ".join(dict.fromkeys(parts)) or NOBODY
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
