"""One side answers every job once, whatever the jobs do to it."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.run.host.grounds import LEVEL, ground, job, one_side, ran, seen

from swerve.model.behaviour import Behaviour, Raised, Returned, StopReason, Unfinished
from swerve.observe.recipe import Inventory, Name
from swerve.run.host import Conduct, Lane, Worker, wait_for_news
from swerve.run.sandbox import Level

MIXED = """
import os, signal, sys, time

def answer(number):
    if number % 7 == 3:
        os._exit(number % 256)
    if number % 7 == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number

def sleep(seconds):
    time.sleep(seconds)

def spin():
    while True:
        pass

def swallow():
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass

def kill_the_warm_process():
    os.kill(os.getppid(), signal.SIGKILL)
    while True:
        pass

def shout():
    print("out")
    print("err", file=sys.stderr)
    os.write(1, b"raw")

def fork_and_return():
    return "child" if os.fork() == 0 else "parent"

COUNT = 0

def count():
    global COUNT
    COUNT += 1
    return COUNT
"""


def answers(lane: Lane, jobs: list[bytes]) -> list[Behaviour]:
    """What a lane says to jobs that are all given to it at once."""
    numbers = [lane.add(each) for each in jobs]
    found: dict[int, Behaviour] = {}
    while len(found) < len(numbers):
        lane.step()
        for number in numbers:
            if number not in found and (answer := lane.pop(number)) is not None:
                assert isinstance(answer, Behaviour)
                found[number] = answer
        wait_for_news(lane)
    return [found[number] for number in numbers]


def test_each_job_gets_its_own_answer_although_many_kill_their_process(tmp_path: Path) -> None:
    with one_side(tmp_path, MIXED) as lane:
        found = answers(lane, [job("answer", number) for number in range(200)])
    for number, behaviour in enumerate(found):
        if number % 7 == 3:
            assert behaviour.outcome == Unfinished(
                StopReason.EXIT, f"ended the process with status {number % 256}"
            )
        elif number % 7 == 5:
            assert behaviour.outcome == Unfinished(StopReason.CRASH, "killed by SIGKILL")
        else:
            assert seen(behaviour) == {"result": str(number)}


@pytest.mark.parametrize("function", ["spin", "swallow"])
def test_a_loop_ends_at_its_limit_and_the_next_job_runs(tmp_path: Path, function: str) -> None:
    with one_side(tmp_path, MIXED, limit_s=1.0) as lane:
        looping, next_one = answers(lane, [job(function), job("answer", 1)])
    assert isinstance(looping.outcome, Unfinished)
    assert looping.outcome.reason is StopReason.TIMEOUT
    assert seen(next_one) == {"result": "1"}


def test_a_killed_warm_process_is_replaced(tmp_path: Path) -> None:
    with one_side(tmp_path, MIXED) as lane:
        lost, next_one = answers(lane, [job("kill_the_warm_process"), job("answer", 1)])
    assert lost.outcome == Unfinished(StopReason.CRASH, "the worker was killed")
    assert seen(next_one) == {"result": "1"}


def test_output_of_python_and_of_descriptors_is_seen_in_order(tmp_path: Path) -> None:
    with one_side(tmp_path, MIXED) as lane:
        assert seen(ran(lane, "shout")) == {
            "result": "None",
            "stdout": repr("out\nraw"),
            "stderr": repr("err\n"),
        }


def test_a_child_that_comes_home_does_not_answer(tmp_path: Path) -> None:
    with one_side(tmp_path, MIXED) as lane:
        first, second = answers(lane, [job("fork_and_return"), job("answer", 1)])
    assert seen(first) == {"result": "'parent'"}
    assert seen(second) == {"result": "1"}


def test_alone_means_a_fresh_process(tmp_path: Path) -> None:
    with one_side(tmp_path, MIXED) as lane:
        assert [seen(ran(lane, "count"))["result"] for _ in range(3)] == ["1", "1", "1"]


def test_a_call_that_cannot_be_built_never_began(tmp_path: Path) -> None:
    with one_side(tmp_path, MIXED) as lane:
        behaviour = ran(lane, "no_such_function")
    assert isinstance(behaviour.outcome, Unfinished)
    assert behaviour.outcome.reason is StopReason.NOT_BUILT
    assert "no_such_function" in behaviour.outcome.detail


def test_a_module_that_cannot_be_imported_says_why(tmp_path: Path) -> None:
    with one_side(tmp_path, "x = 1\nimport no_such_module_anywhere\n") as lane:
        (imported,) = lane.imported()
    assert not imported.works
    assert imported.missing == "no_such_module_anywhere"
    assert (imported.file, imported.line) == ("subject.py", 2)


def test_a_module_that_dies_when_imported_breaks_nothing(tmp_path: Path) -> None:
    with one_side(tmp_path, "import os\nos._exit(1)\n") as lane:
        (imported,) = lane.imported()
        behaviour = ran(lane, "anything")
    assert imported.error == "died"
    assert isinstance(behaviour.outcome, Unfinished)
    assert behaviour.outcome.reason is StopReason.EXIT


def test_exceptions_and_returns_are_told_apart(tmp_path: Path) -> None:
    source = "def f(x):\n    if x:\n        raise ValueError(x)\n    return x\n"
    with one_side(tmp_path, source) as lane:
        raised, returned = answers(lane, [job("f", 1), job("f", 0)])
    assert raised.outcome == Raised()
    assert returned.outcome == Returned()
    assert seen(raised)["exception"] == "ValueError(1)"


def test_what_a_call_leaves_running_is_noted_and_gone_before_the_next(tmp_path: Path) -> None:
    source = """
import os, subprocess, threading

def thread():
    threading.Thread(target=threading.Event().wait, daemon=True).start()

def child():
    return subprocess.Popen(["sleep", "60"]).pid > 0

def processes():
    return threading.active_count(), [p for p in os.listdir("/proc") if p.isdigit()]
"""
    with one_side(tmp_path, source) as lane:
        thread, child, after, later = answers(
            lane, [job("thread"), job("child"), job("processes"), job("processes")]
        )
    assert thread.notes == ("left a thread running",)
    assert child.notes == ("left a child process",)
    if LEVEL is Level.STRICT:
        assert seen(after)["result"].count("'") == seen(later)["result"].count("'")
    assert seen(after)["result"].startswith("(1, ")


def test_the_tree_is_described_from_inside(tmp_path: Path) -> None:
    source = "class Cart:\n    def add(self, price: int = 3) -> None: ...\n"
    with one_side(tmp_path, source) as lane:
        inventory = lane.describe(Name("subject", "Cart"))
    assert isinstance(inventory, Inventory)
    assert list(inventory.classes) == [Name("subject", "Cart")]


def test_imports_that_take_too_long_together_are_told_apart_from_those_that_work(
    tmp_path: Path,
) -> None:
    files = {"a.py": "", "b.py": "while True: pass\n", "c.py": ""}
    with Worker(ground(tmp_path, files), LEVEL, Conduct(import_limit_s=60.0)) as worker:
        assert Lane(worker, ("a",)).imported()[0].works, "it is up before the clock runs"
        a, b, c = Lane(worker, ("a", "b", "c")).imported(within_s=2.0)
    assert a.works
    assert (b.works, c.works) == (False, False)
    assert "out of time" in c.message


def test_the_watched_lines_that_ran_come_with_the_answer(tmp_path: Path) -> None:
    source = "def f(x):\n    if x:\n        return 1\n    # nothing\n    return 2\n"
    with Worker(ground(tmp_path, {"subject.py": source}), LEVEL) as worker:
        lane = Lane(worker, ("subject",), {"subject.py": (3, 4, 5)})
        yes, no = answers(lane, [job("f", 1), job("f", 0)])
        assert lane.lines_that_can_run() == (("subject.py", 3), ("subject.py", 5))
        assert lane.unfrozen == ()
    assert yes.reached == (("subject.py", 3),)
    assert no.reached == (("subject.py", 5),)


def test_a_frozen_function_is_seen_as_the_one_it_stands_for(tmp_path: Path) -> None:
    with one_side(tmp_path, "import time\n\ndef f():\n    return [time.time]\n") as lane:
        assert seen(ran(lane, "f"))["result"] == "[<function time.time>]"


def test_what_is_mounted_below_tmp_is_still_there_after_many_batches(tmp_path: Path) -> None:
    """Scratch is emptied between batches, and /tmp leads there; interpreters live in /tmp too."""
    packages = tmp_path / "environment" / "packages"
    packages.mkdir(parents=True)
    (packages / "late.py").write_text("")
    source = (
        "def f():\n    import late\n    open('/tmp/left', 'w').close()\n    return late.__name__\n"
    )
    tree = ground(tmp_path / "tree", {"subject.py": source})
    tree = replace(
        tree, readable=(*tree.readable, packages.parent), sys_path=(*sys.path, str(packages))
    )
    with Worker(tree, LEVEL) as worker:
        lane = Lane(worker, ("subject",))
        for _ in range(3):
            assert seen(ran(lane, "f")) == {"files": "{'/./tmp/left': ''}", "result": "'late'"}
