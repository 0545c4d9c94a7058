"""Do tests run once more where they were imported, as if nothing had run there?"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest

from swerve.model import Side
from swerve.run.observed import _errands
from swerve.run.observed._errands import Choice, Stage, run_tests, stage_for
from swerve.run.observed._ran import Ran
from swerve.run.observed._rounds import Batch, run_on_both
from swerve.run.observed._staying import Staying
from swerve.run.suites import Errand, RunningTests

from .projects import CONFINEMENT, Two, two

_APP = "def f(x):\n    return x\n"
_THREAD = "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\n"
_TEST = "import app\n\ndef test_it(tmp_path):\n    (tmp_path / 'a').mkdir()\n    app.f(tmp_path)\n"


def _stage(project: Two, side: Side = Side.OLD) -> Stage:
    return stage_for(project.project, side, CONFINEMENT.level, project.pairs)


def _project(folder: Path, test: str) -> Two:
    files = {"app.py": _APP, "test_app.py": test, "data.txt": "1"}
    return two(folder, files, [("return x", "return [x]")])


@contextmanager
def _ran(folder: Path, test: str) -> Iterator[tuple[Ran, Staying]]:
    with Staying() as staying:
        choice = Choice(("test_app.py",), 60.0)
        yield run_tests(_stage(_project(folder, test)), choice, staying), staying


def _again(staying: Staying) -> Ran | None:
    return staying.again(Side.OLD, ["test_app.py::test_it"], 60.0, varies=False)


def test_tests_see_nothing_of_those_that_ran_before(tmp_path: Path) -> None:
    test = "import os, app\n\nSEEN = []\n\ndef test_it(tmp_path):\n    SEEN.append(1)\n"
    test += "    (tmp_path / 'a').mkdir()\n    app.f([tmp_path, SEEN, os.environ.get('A')])\n"
    test += "    os.environ['A'] = 'b'\n    open('left', 'x').close()\n"
    with _ran(tmp_path, test) as (ran, staying):
        rounds = [ran, _again(staying), _again(staying)]
        calls = [each.calls[0][0].before for each in rounds if each is not None]
        assert len(calls) == 3
        assert len(set(calls)) == 1
        assert all(each is not None and each.passed("test_app.py::test_it") for each in rounds)


@pytest.mark.parametrize(
    "test",
    [
        pytest.param(f"{_THREAD}{_TEST}", id="a thread"),
        pytest.param(f"{_TEST}    open('data.txt', 'w').write('23')\n", id="another file"),
        pytest.param(f"{_TEST}    __import__('os')._exit(1)\n", id="an end"),
    ],
)
def test_nothing_runs_once_more_where_that_would_not_be_the_same(tmp_path: Path, test: str) -> None:
    with _ran(tmp_path, test) as (ran, staying):
        assert ran.begun == {"test_app.py"}
        assert _again(staying) is None


def test_other_tests_are_cut_off_when_both_sides_have_shown_enough(tmp_path: Path) -> None:
    test = "import time, app\n\ndef test_other():\n    time.sleep(3000)\n\n"
    test += "def test_first():\n    app.f(1)\n"
    project = _project(tmp_path, test)
    batch = Batch(("test_app.py",), first=("test_first",))
    asked = []

    def is_enough(old: Ran, new: Ran) -> float:
        asked.append((set(old.calls), set(new.calls)))
        return 0.0

    with Staying(is_enough) as staying:
        old, new = (_stage(project, side) for side in Side)
        rounds = run_on_both(old, new, batch, 3000.0, staying=staying)
    assert asked == [({0}, {0})]
    assert [list(each.results) for each in rounds] == [["test_app.py::test_first"]] * 2


def test_a_test_of_the_change_is_imported_once_a_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = []

    def start(errand: Errand) -> RunningTests:
        started.append(errand.environment["PYTHONHASHSEED"])
        return RunningTests(errand)

    monkeypatch.setattr(_errands, "RunningTests", start)
    old = {"app.py": _APP, "test_app.py": "import app\n"}
    new = {"test_app.py": "import app\n\ndef test_it():\n    assert app.f(1) == [1]\n"}
    found = two(tmp_path, old, [("return x", "return [x]")], new=new).observed()
    assert [each.test for each in found.flips] == ["test_app.py::test_it"]
    assert started == ["0", "0"]


def test_sides_that_are_done_at_once_are_asked_about_once() -> None:
    """One waited for the answer about both, and then asked nobody."""
    tests = cast("RunningTests", None)  # nobody limits it
    waiting: list[Future[None]] = []

    def is_enough(old: Ran, new: Ran) -> None:
        new_again = Ran(has_first=True)
        waiting.append(threads.submit(staying._ask, Side.NEW, new_again, tests))
        wait(waiting, timeout=0.2)

    with Staying(is_enough) as staying, ThreadPoolExecutor(1) as threads:
        for side in (Side.NEW, Side.OLD):
            staying._ask(side, Ran(has_first=True), tests)
    assert [each.result() for each in waiting] == [None]
