"""Is one unit tried, and killed with all that belongs to it, without harm to others?"""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from swerve.apps.campaign import (
    Done,
    Failed,
    LocalCrew,
    Lost,
    Outcome,
    Unit,
    _working,
    dismiss,
    unit_of,
    unpacked,
    work,
)
from swerve.apps.campaign._unit_process import LENGTH
from swerve.model import Effort, Settings
from swerve.worker.core.descendants import descendants

if TYPE_CHECKING:
    from tests.conftest import Repository

#: Static comparison decides at once.
STATIC = Settings(effort=Effort.QUICK, run=False)


@pytest.fixture(autouse=True)
def _nothing_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    dismiss()  # of tests before
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = set(descendants())
    yield
    dismiss()
    assert set(descendants()) <= before
    assert not list(tmp_path.glob("swerve-unit-*"))


def renaming(repository: Repository, settings: Settings = STATIC) -> Unit:
    old = repository.commit("one", {"m.py": "def f(x):\n    a = x\n    return a\n"})
    new = repository.commit("two", {"m.py": "def f(x):\n    b = x\n    return b\n"})
    return unit_of(str(repository.path), old, new, settings=settings)


def hanging(unit: Unit, seconds: str) -> Unit:
    """A unit whose project takes its time to be built, in a process of its own session."""
    settings = Settings(effort=Effort.QUICK, setup=f"setsid sleep {seconds}", sandbox="process")
    return replace(unit, settings=settings)


def sleepers(seconds: str) -> list[int]:
    found = []
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if folder.name.isdigit() and words[:2] == [b"sleep", seconds.encode()]:
            found.append(int(folder.name))
    return found


def test_a_unit_becomes_a_report_and_its_process_takes_the_next(repository: Repository) -> None:
    unit = renaming(repository)
    first = work(unit, 60.0)
    processes = descendants()
    second = work(unit, 60.0)
    assert isinstance(first, Done), first
    assert isinstance(second, Done), second
    assert descendants() == processes != []
    assert first.log == ""
    assert first.cost.cpu_s > 0
    assert first.cost.peak_bytes > 1_000_000
    functions = unpacked(first.report)["functions"]
    assert isinstance(functions, list)
    assert [each["verdict"] for each in functions] == ["preserved"]
    assert "return b" in functions[0]["source"]["new"]


def test_a_root_commit_is_compared_with_nothing(repository: Repository) -> None:
    unit = renaming(repository)
    root = unit_of(unit.repository, "", unit.old, settings=STATIC)
    outcome = work(root, 60.0)
    assert isinstance(outcome, Done), outcome
    assert unpacked(outcome.report)["old"] == "empty tree"


def test_trouble_is_told_and_costs_no_process(repository: Repository) -> None:
    unit = renaming(repository)
    processes = descendants()
    outcome = work(replace(unit, new="f" * 40), 60.0)
    assert isinstance(outcome, Failed)
    assert "no commit" in outcome.why
    assert "code: unknown-revision" in outcome.log
    assert isinstance(work(unit, 60.0), Done)
    assert len(descendants()) == len(processes) + 1


@pytest.mark.slow
def test_at_its_deadline_everything_of_a_unit_is_killed(repository: Repository) -> None:
    """What left the group and the session, too; and the next unit gets a fresh process."""
    unit = renaming(repository)
    assert isinstance(work(unit, 60.0), Done), "its process is there before the clock runs"
    started = time.monotonic()
    changed = repository.commit("three", {"m.py": "def f(x):\n    return x + 1\n"})
    outcome = work(hanging(replace(unit, new=changed), "7654.1"), 4.0)
    assert isinstance(outcome, Failed)
    assert outcome.why == "not finished after 4 s"
    assert time.monotonic() - started < 30
    assert sleepers("7654.1") == []
    assert isinstance(work(unit, 60.0), Done)


def test_a_process_that_dies_costs_its_unit(repository: Repository) -> None:
    unit = renaming(repository)
    assert isinstance(work(unit, 60.0), Done)
    [process] = descendants()
    changed = repository.commit("three", {"m.py": "def f(x):\n    return x + 1\n"})
    killer = threading.Timer(1.0, os.kill, (process, signal.SIGKILL))
    killer.start()
    outcome = work(hanging(replace(unit, new=changed), "7654.2"), 60.0)
    assert isinstance(outcome, Failed)
    assert outcome.why == "its process ended: killed (out of memory?)"
    for sleeper in sleepers("7654.2"):  # in a session of its own, it outlives those who know of it
        os.kill(sleeper, signal.SIGKILL)
    assert isinstance(work(unit, 60.0), Done)
    os.kill(descendants()[0], signal.SIGKILL)  # while it waits
    assert isinstance(work(unit, 60.0), Done)


def test_what_is_dismissed_is_lost_and_not_failed(repository: Repository) -> None:
    unit = renaming(repository)
    changed = repository.commit("three", {"m.py": "def f(x):\n    return x + 1\n"})
    stopper = threading.Timer(1.0, dismiss)
    stopper.start()
    outcome = work(hanging(replace(unit, new=changed), "7654.3"), 60.0)
    stopper.join()
    assert isinstance(outcome, Lost)
    assert sleepers("7654.3") == []


def test_a_unit_process_ends_with_whoever_asked(repository: Repository, tmp_path: Path) -> None:
    """Also in the middle of a unit, and when that died without a word."""
    unit = renaming(repository)
    changed = repository.commit("three", {"m.py": "def f(x):\n    return x + 1\n"})
    slow = hanging(replace(unit, new=changed), "7654.4")
    asker = os.fork()
    if not asker:
        try:
            work(slow, 60.0)
        finally:
            os._exit(0)
    until = time.monotonic() + 30
    while not sleepers("7654.4") and time.monotonic() < until:
        time.sleep(0.05)
    assert sleepers("7654.4")
    os.kill(asker, signal.SIGKILL)
    os.waitpid(asker, 0)
    while (sleepers("7654.4") or any(tmp_path.glob("swerve-*"))) and time.monotonic() < until:
        time.sleep(0.05)
    assert not sleepers("7654.4")


def test_a_unit_process_ends_when_half_of_a_unit_arrives() -> None:
    """A pull request with all that was said about it is more than a pipe takes at once."""
    program = "from swerve.apps.campaign._unit_process import main; main('1', '/nowhere')"
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        process.communicate(LENGTH.pack(1000) + b"half", timeout=30)
        assert process.returncode == -signal.SIGKILL
    finally:
        process.kill()
        process.wait()


def test_a_process_that_cannot_be_started_leaves_nothing_behind(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    unit = renaming(repository)
    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.setattr(_working, "_PAUSE_S", 0.0)
    before = len(os.listdir("/proc/self/fd"))
    outcome = work(unit, 60.0)
    assert isinstance(outcome, Lost)
    assert "temporarily unavailable" in outcome.why
    assert len(os.listdir("/proc/self/fd")) == before
    assert not list(tmp_path.glob("swerve-unit-*"))


def test_a_local_crew_gives_every_unit_back_once(repository: Repository) -> None:
    unit = renaming(repository)
    units = [replace(unit, id=f"u{number}") for number in range(6)]
    units[2] = replace(units[2], new="f" * 40)
    pulled: list[str] = []

    def given() -> Iterator[Unit]:
        for each in units:
            pulled.append(each.id)
            yield each

    found: list[tuple[Unit, Outcome]] = []
    for each, outcome in LocalCrew(2, 60.0).outcomes(given()):
        found.append((each, outcome))
        assert len(pulled) <= len(found) + 2, "no more are pulled than can be started"
    assert sorted(each.id for each, _ in found) == [each.id for each in units]
    kinds = {each.id: type(outcome) for each, outcome in found}
    assert kinds == {**dict.fromkeys(kinds, Done), "u2": Failed}
