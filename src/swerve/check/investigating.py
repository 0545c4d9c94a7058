"""How is one pair investigated, by which engines and for how long; and many of them at once?"""

from __future__ import annotations

import itertools
import os
import sys
import time
import traceback
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace

from swerve.engines import Blaming, Budget, Doubting, Engine, Judging, Proving, Selective
from swerve.engines.static import Static
from swerve.model import (
    NOTHING_LEARNED,
    Effort,
    Evidence,
    Findings,
    FunctionReport,
    Learned,
    Pair,
    Verdict,
    evidence_about,
)
from swerve.model.guarded import guard_streams
from swerve.source.syntax.conditions import places_not_run

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
#: What is said where nobody says anything.
NOBODY = "no engine could determine it"


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
    #: Whoever knows which edits make a difference.
    blaming: Blaming | None = None
    #: Id of a pair -> what was learned about it before.
    known: Mapping[str, Learned] = field(default_factory=dict)
    #: Whether nobody looks at the pairs after this.
    is_final: bool = True
    #: For each pair; what the effort allows where nobody says.
    pair_seconds: float | None = None

    @property
    def seconds(self) -> float:
        """How long engines may look at one pair."""
        return self.effort.seconds if self.pair_seconds is None else self.pair_seconds

    def about(self, pair: Pair) -> Plan:
        """The same for one pair, without what is known about others."""
        blaming = None if self.blaming is None else self.blaming.about(pair)
        known = {pair.id: self.known[pair.id]} if pair.id in self.known else {}
        return replace(self, known=known, blaming=blaming)


def prepare_process() -> None:
    """Make room for deeply nested code and tame what is printed, in a process of ours alone."""
    guard_streams()
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _RECURSION_LIMIT))


def unanswered(pair: Pair, reason: str) -> FunctionReport:
    """The report of a pair that nobody looked at."""
    return FunctionReport(pair, Verdict.INCONCLUSIVE, reason, 0.0, advice="Run the check again.")


def usable_cores() -> int:
    """The cores that this process may use, which in a container are often not all."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def investigate_all(
    pairs: Iterable[Pair], plan: Plan, *, total: int | None = None, spread: Spread | None = None
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
        yield from _one_by_one(pairs, plan)
    elif spread is not None:
        yield from spread.reports(pairs, plan, jobs)
    else:
        with Spread() as own:
            yield from own.reports(pairs, plan, jobs)


def _one_by_one(pairs: Iterable[Pair], plan: Plan) -> Iterator[FunctionReport]:
    """Look at pairs; while one is doubted, engines look at the next."""
    waiting: deque[Future[FunctionReport]] = deque()
    with ThreadPoolExecutor(1, "swerve-doubting") as thread:
        for pair in pairs:
            seen = _seen(pair, plan)
            if not (waiting or _is_to_doubt(seen, plan)):
                yield _doubted(seen)
                continue
            waiting.append(thread.submit(_finished, seen, plan))
            while waiting and waiting[0].done():
                yield waiting.popleft().result()
        for future in waiting:
            yield future.result()


def investigate(pair: Pair, plan: Plan) -> FunctionReport:
    """Let the engines look at one pair, cheapest first, until one decides or time is up.

    An engine that fails leaves a note on the function; the others still run.
    """
    return _finished(_seen(pair, plan), plan)


def _finished(report: FunctionReport, plan: Plan) -> FunctionReport:
    """A report, once somebody has doubted it."""
    if _is_to_doubt(report, plan) and plan.doubting is not None:
        started = time.monotonic()
        alarms = Learned(alarms=plan.doubting.alarms(report.pair, report.learned))
        seconds = report.seconds + time.monotonic() - started
        report = replace(report, learned=report.learned | alarms, seconds=seconds)
    return _doubted(report)


def _is_to_doubt(report: FunctionReport, plan: Plan) -> bool:
    return report.verdict is Verdict.LIKELY_PRESERVED and plan.doubting is not None


def _seen(pair: Pair, plan: Plan) -> FunctionReport:
    """What the engines see."""
    started = time.monotonic()
    budget = Budget.of(plan.seconds, plan.seed)
    findings: list[Findings] = []
    learned = plan.known.get(pair.id, NOTHING_LEARNED)
    is_likely = False
    for engine in plan.engines:
        if isinstance(engine, Selective) and not engine.concerns(pair):
            continue
        if is_likely and not (isinstance(engine, Proving) and engine.proves(pair)):
            continue
        if findings and not budget.seconds_left and not isinstance(engine, Judging):
            note = f"not run: the budget of {plan.seconds:g} s was spent"
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
        if found.verdict is Verdict.LIKELY_PRESERVED:  # others go on with what it has not seen run
            is_likely = next(places_not_run(pair, learned.ran), None) is None
        if found.verdict not in (None, Verdict.LIKELY_PRESERVED):
            break
    report = _report(pair, findings, learned.likely if plan.is_final else "")
    return replace(_blamed(report, plan), learned=learned, seconds=time.monotonic() - started)


def _blamed(report: FunctionReport, plan: Plan) -> FunctionReport:
    """A report with the edits that make its differences."""
    if not report.witnesses or plan.blaming is None:
        return report
    try:
        return plan.blaming.blamed(report, plan.seed)
    except Exception as error:  # what was found counts all the same
        failed = evidence_about(report.pair, "blame", f"failed: {_described(error)}")
        return replace(report, evidence=(*report.evidence, failed))


def _doubted(report: FunctionReport) -> FunctionReport:
    """Nothing is preserved where an engine saw reason to doubt it."""
    learned = report.learned
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
        reason=reason or NOBODY,
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


class Spread:
    """Pairs spread over processes, which stay for the next pairs until this is closed."""

    def __init__(self) -> None:
        self._crew: Crew | None = None
        self._deaths = 0

    def __enter__(self) -> Spread:
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
        return unanswered(pair, "the process that checked it died twice")

    def _dismiss(self, *, at_once: bool = False) -> None:
        if self._crew is not None:
            self._crew.close(at_once=at_once)
            self._crew = None


def _investigate_elsewhere(pair: Pair, plan: Plan) -> FunctionReport:
    prepare_process()
    return investigate(pair, plan)
