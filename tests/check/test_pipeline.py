"""The scheduler, run with toy engines in real processes."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pytest
from tests.toy_engines import (
    Decides,
    Dies,
    Fails,
    Interrupts,
    Judges,
    Learns,
    PressesCtrlC,
    Shrugs,
    Sleeps,
)

from swerve.check.investigating import Plan, investigate, investigate_all
from swerve.check.pipeline import Listener, MakeEngines, Prepared, check
from swerve.engines import Engine
from swerve.model import Change, Effort, FunctionReport, Learned, Pair, Runtime, Verdict
from swerve.source import FileVersions, RawChange, pair_up
from swerve.worker.core.descendants import descendants


def change_with(count: int) -> Change:
    old = "".join(f"def f{n}():\n    return {n}\n" for n in range(count))
    new = "".join(f"def f{n}():\n    return -{n}\n" for n in range(count))
    return pair_up(RawChange("old", "new", (FileVersions("m.py", old.encode(), new.encode()),)))


PAIR = change_with(1).pairs[0]


class Recorder:
    def __init__(self) -> None:
        self.heard: list[object] = []

    def started(self, total: int) -> None:
        self.heard.append(total)

    def finished(self, report: FunctionReport) -> None:
        self.heard.append(report.pair.name)

    def preparing(self, modules: int) -> None:
        self.heard.append(f"preparing {modules}")

    def running(self, total: int) -> None:
        self.heard.append(f"running {total}")

    def replaying(self, done: int, total: int) -> None:
        self.heard.append(f"replaying {done} of {total}")

    def decided(self, report: FunctionReport) -> None:
        self.heard.append(f"decided {report.pair.name}")

    def left_open(self, report: FunctionReport) -> None:
        self.heard.append(f"left open {report.pair.name}")


def test_engines_run_in_order_until_one_decides() -> None:
    engines = (Shrugs(), Decides(Verdict.PRESERVED, "first"), Decides(Verdict.CHANGED, "second"))
    report = investigate(PAIR, Plan(engines))
    assert (report.verdict, report.reason) == (Verdict.PRESERVED, "first said so")
    assert [evidence.engine for evidence in report.evidence] == ["shrugs", "first"]
    assert [difference.what for difference in report.interface] == ["seen in passing"]


def test_an_engine_that_fails_leaves_a_note_and_the_next_one_runs() -> None:
    report = investigate(PAIR, Plan((Fails(), Decides(Verdict.CHANGED))))
    assert report.verdict is Verdict.CHANGED
    note = report.evidence[0].note
    assert note.startswith("failed: LookupError: no such thing: really at toy_engines.py:")


def test_nobody_deciding_is_inconclusive_with_every_reason() -> None:
    report = investigate(PAIR, Plan((Shrugs(), Fails())))
    assert report.verdict is Verdict.INCONCLUSIVE
    assert report.reason.startswith("could not tell; failed: LookupError")


def test_no_engine_starts_after_the_budget_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Effort, "seconds", property(lambda _: 0.05))
    report = investigate(PAIR, Plan((Sleeps(0.1), Decides(Verdict.CHANGED))))
    assert report.verdict is Verdict.INCONCLUSIVE
    assert report.evidence[1].note == "not run: the budget of 0.05 s was spent"


def test_whoever_judges_calls_of_others_does_so_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Effort, "seconds", property(lambda _: 0.05))
    report = investigate(PAIR, Plan((Sleeps(0.1), Judges(Verdict.CHANGED))))
    assert (report.verdict, report.reason) == (Verdict.CHANGED, "7 s")


def test_the_first_engine_runs_whatever_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Effort, "seconds", property(lambda _: 0.0))
    assert investigate(PAIR, Plan((Decides(Verdict.CHANGED),))).verdict is Verdict.CHANGED


def test_efforts_are_2_15_and_120_seconds() -> None:
    assert [effort.seconds for effort in Effort] == [2, 15, 120]


def test_the_listener_hears_every_pair() -> None:
    recorder = Recorder()
    check(change_with(3), Plan((Decides(Verdict.CHANGED),)), recorder)
    assert recorder.heard == [3, "f0", "f1", "f2"]


def test_ctrl_c_keeps_what_is_known() -> None:
    report = check(change_with(4), Plan((Interrupts(),)))
    assert report.interrupted
    assert [f.verdict.value for f in report.functions] == ["changed"] * 2 + ["inconclusive"] * 2
    assert report.functions[3].reason == "not checked: the run was interrupted"


def test_ctrl_c_does_not_wait_for_processes_that_are_at_work() -> None:
    """The report was there, and the prompt not: until the last function, or for good."""
    before = set(descendants(os.getpid()))
    # Tests that run in the background of a shell are started with Ctrl-C ignored.
    heeded = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        report = check(change_with(8), Plan((PressesCtrlC(),), jobs=2))
    finally:
        signal.signal(signal.SIGINT, heeded)
    assert report.interrupted
    until = time.monotonic() + 20
    while set(descendants(os.getpid())) - before:
        assert time.monotonic() < until
        time.sleep(0.02)


def test_several_processes_answer_in_order_with_the_same_reports() -> None:
    change = change_with(30)
    alone = list(investigate_all(change.pairs, Plan(jobs=1)))
    together = list(investigate_all(change.pairs, Plan(jobs=2)))
    assert [(r.pair, r.verdict, r.reason) for r in alone] == [
        (r.pair, r.verdict, r.reason) for r in together
    ]


def test_pairs_really_run_in_other_processes() -> None:
    reports = list(investigate_all(change_with(3).pairs, Plan((Dies(),), jobs=2)))
    assert {r.reason for r in reports} & {f"process {os.getpid()}"} == set()


def test_a_process_that_dies_costs_one_answer_only() -> None:
    reports = list(investigate_all(change_with(10).pairs, Plan((Dies(),), jobs=2)))
    assert [r.pair.name for r in reports] == [f"f{n}" for n in range(10)]
    verdicts = [r.verdict for r in reports]
    assert verdicts == [Verdict.INCONCLUSIVE if n == 3 else Verdict.PRESERVED for n in range(10)]
    assert reports[3].reason == "the process that checked it died twice"


def test_what_is_left_open_is_given_to_engines_that_run_code() -> None:
    @contextmanager
    def prepare(pairs: Sequence[Pair]) -> Iterator[Prepared]:
        runtime = Runtime(f"python for {len(pairs)}", "3.11", "", "strict")
        yield Prepared(runtime, (lambda *_: (Decides(Verdict.CHANGED, "runner"),),))

    recorder = Recorder()
    report = check(change_with(2), Plan((Shrugs(),)), recorder, prepare)
    assert report.runtime is not None
    assert report.runtime.python == "python for 2"
    assert recorder.heard == [
        *(2, "f0", "f1", "preparing 1", "running 2", "decided f0", "decided f1"),
    ]
    for function in report.functions:
        assert (function.verdict, function.reason) == (Verdict.CHANGED, "runner said so")
        assert [each.engine for each in function.evidence] == ["shrugs", "runner"]
        assert len(function.interface) == 1


def test_what_nobody_can_tell_has_the_reasons_of_all() -> None:
    @contextmanager
    def prepare(pairs: Sequence[Pair]) -> Iterator[Prepared]:
        yield Prepared(Runtime("python", "3.11", "", "strict"), (lambda *_: (Fails(),),))

    (function,) = check(change_with(1), Plan((Shrugs(),)), None, prepare).functions
    assert function.verdict is Verdict.INCONCLUSIVE
    assert function.reason.startswith("could not tell; failed: LookupError")


def test_what_an_engine_would_say_counts_where_no_other_comes_to_a_verdict() -> None:
    hopes = Learns("hopes", otherwise="it ran", ran=(2,))
    assert investigate(PAIR, Plan((hopes, Shrugs()))).verdict is Verdict.LIKELY_PRESERVED
    assert investigate(PAIR, Plan((hopes, Shrugs()))).reason == "it ran"
    decided = investigate(PAIR, Plan((hopes, Decides(Verdict.CHANGED))))
    assert decided.verdict is Verdict.CHANGED


def test_what_never_ran_is_not_likely_preserved() -> None:
    report = investigate(PAIR, Plan((Learns("hopes", otherwise="it ran", ran=(1,)),)))
    assert report.verdict is Verdict.INCONCLUSIVE
    assert report.reason == "`return 0` (old line 2) never ran; but it ran"


def test_what_a_file_reaches_into_that_nobody_imported_is_not_likely_preserved() -> None:
    reached = replace(PAIR, reached_from="shop/main.py")
    report = investigate(reached, Plan((Learns("hopes", otherwise="it ran", ran=(2,)),)))
    assert report.verdict is Verdict.INCONCLUSIVE
    assert report.reason == "shop/main.py may modify it when imported; but it ran"


def test_engines_that_contradict_each_other_are_an_alarm() -> None:
    class Doubts:
        def alarms(self, pair: Pair, learned: Learned) -> tuple[str, ...]:
            return ("others see it",)

    report = investigate(PAIR, Plan((Decides(Verdict.CHANGED),), doubting=Doubts()))
    assert (report.verdict, report.alarm) == (Verdict.CHANGED, "")
    hopes = Learns("hopes", otherwise="it ran", ran=(2,))
    report = investigate(PAIR, Plan((hopes,), doubting=Doubts()))
    assert (report.verdict, report.alarm) == (Verdict.INCONCLUSIVE, "others see it")
    assert report.reason == "alarm: others see it; but it ran"


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_learned_in_one_stage_is_known_in_the_next(jobs: int) -> None:
    @contextmanager
    def prepare(pairs: Sequence[Pair]) -> Iterator[Prepared]:
        stages = (lambda *_: (Learns("first"),), lambda *_: (Learns("second"),))
        yield Prepared(Runtime("python", "3.11", "", "strict"), stages)

    report = check(change_with(3), Plan((Shrugs(),), jobs=jobs), prepare=prepare)
    reasons = [function.reason.rpartition("; ")[2] for function in report.functions]
    assert reasons == ["known: f0", "known: f1", "known: f2"]


def test_what_one_stage_leaves_open_is_for_the_next() -> None:
    asked = []

    def stage(*engines: Engine) -> MakeEngines:
        def ready(pairs: Sequence[Pair], listener: Listener) -> tuple[Engine, ...]:
            asked.append([pair.id for pair in pairs])
            return engines

        return ready

    @contextmanager
    def prepare(pairs: Sequence[Pair]) -> Iterator[Prepared]:
        runtime = Runtime("python", "3.11", "", "strict")
        first, last = stage(Shrugs()), stage(Decides(Verdict.CHANGED, "second"))
        yield Prepared(runtime, (first, last, stage(Fails())))

    recorder = Recorder()
    report = check(change_with(1), Plan((Shrugs(),)), recorder, prepare)
    (function,) = report.functions
    assert function.verdict is Verdict.CHANGED
    assert [each.engine for each in function.evidence] == ["shrugs", "second"]
    assert asked == [[function.pair.id]] * 2
    assert sum(str(heard).startswith("decided") for heard in recorder.heard) == 1
