"""Does everything in a cell end, whatever it has started?"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

import pytest
from tests.run.sandbox.rooms import (
    BOTH,
    begin,
    eventually,
    is_running,
    needs_strict,
    processes_with,
)

from swerve.run.sandbox import Confined, Level

_DAEMON = """
import os, subprocess, sys, time
if not os.fork():
    os.setsid()
    if not os.fork():
        os.execv('/bin/sh', ['/bin/sh', '-c', 'while :; do sleep 1; done', {mark!r}])
    os._exit(0)
os.wait()
subprocess.Popen(['/bin/sh', '-c', 'sleep 100; :', {mark!r}])
time.sleep(100)
"""


@pytest.fixture
def mark() -> str:
    return f"swerve-test-{uuid.uuid4().hex}"


@pytest.mark.parametrize("level", BOTH)
def test_kill_ends_children_and_daemons(level: Level, mark: str) -> None:
    confined = begin(level, _DAEMON.format(mark=mark))
    assert eventually(lambda: len(processes_with(mark)) >= 2), confined.last_words()
    assert confined.is_alive()
    assert confined.kill()
    assert processes_with(mark) == []
    assert not confined.is_alive()
    assert confined.wait() == -signal.SIGKILL or level is Level.STRICT


@pytest.mark.parametrize("level", BOTH)
def test_kill_ends_what_outlived_the_program(level: Level, mark: str) -> None:
    code = f"import subprocess; subprocess.Popen(['/bin/sh', '-c', 'sleep 100; :', {mark!r}])"
    confined = begin(level, code)
    assert confined.wait(10) == 0
    assert confined.kill()
    assert processes_with(mark) == []


@pytest.mark.parametrize("level", BOTH)
def test_kill_can_be_repeated(level: Level) -> None:
    confined = begin(level, "import time; time.sleep(100)")
    assert confined.kill()
    assert confined.kill()


@pytest.mark.parametrize("level", [*BOTH, Level.NONE])
def test_a_cell_leaves_no_trace(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        before = set(os.listdir("/proc/self/fd"))
        code = "import os; open(os.environ['HOME'] + '/x', 'w'); os.makedirs('a/b/c')"
        environment = {"HOME": folder} if level is Level.NONE else {}
        monkeypatch.setenv("HOME", environment.get("HOME", "/nonexistent"))
        confined = begin(level, code)
        assert confined.wait(10) == 0, confined.last_words()
        assert confined.kill()
        assert set(os.listdir("/proc/self/fd")) == before
        assert [name for name in os.listdir(folder) if name.startswith("swerve-")] == []


@pytest.mark.parametrize("level", BOTH)
def test_a_cell_ends_with_swerve(level: Level, mark: str, tmp_path: Path) -> None:
    """Also when swerve is killed and cannot clean up."""
    code = f"""
import sys, time
from tests.run.sandbox.rooms import begin
from swerve.run.sandbox import Level
begin(Level({level.value!r}), "import subprocess, time\\n"
      "subprocess.run(['/bin/sh', '-c', 'while :; do sleep 0.05; done', {mark!r}])")
time.sleep(100)
"""
    swerve = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    try:
        assert eventually(lambda: len(processes_with(mark)) == 1)
    finally:
        swerve.kill()
        swerve.wait()
    if level is Level.STRICT:
        assert eventually(lambda: not processes_with(mark))
    for pid in processes_with(mark):  # at level process the worker's own base sees to it
        os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("level", BOTH)
def test_a_cell_outlives_the_thread_that_asked_for_it(level: Level) -> None:
    """The kernel counts the thread, not the process, as the parent to die with."""
    cells: list[Confined] = []
    thread = threading.Thread(
        target=lambda: cells.append(begin(level, "import time; time.sleep(100)"))
    )
    thread.start()
    thread.join()
    time.sleep(0.3)
    assert cells[0].is_alive()
    assert cells[0].kill()


@needs_strict
def test_a_cell_ends_when_bubblewrap_is_killed(mark: str) -> None:
    confined = begin(Level.STRICT, _DAEMON.format(mark=mark))
    assert eventually(lambda: len(processes_with(mark)) >= 2)
    os.kill(confined.pid, signal.SIGKILL)
    assert eventually(lambda: not processes_with(mark))
    assert confined.wait(5) == -signal.SIGKILL
    assert confined.kill()


@pytest.mark.parametrize("level", BOTH)
def test_the_status_of_the_program_is_told(level: Level) -> None:
    confined = begin(level, "raise SystemExit(7)")
    assert confined.wait(10) == 7
    assert not confined.is_alive()
    assert confined.wait(10) == 7
    assert confined.kill()
    assert confined.wait() == 7


@pytest.mark.parametrize("level", BOTH)
def test_waiting_can_end_before_the_program(level: Level) -> None:
    confined = begin(level, "import time; time.sleep(100)")
    assert confined.wait(0.05) is None
    assert confined.kill()


def test_killing_a_cell_spares_everybody_else() -> None:
    with subprocess.Popen(["sleep", "100"], start_new_session=True) as bystander:
        sibling = begin(Level.PROCESS, "import time; time.sleep(100)")
        confined = begin(Level.PROCESS, "import time; time.sleep(100)")
        assert confined.kill()
        assert sibling.is_alive()
        assert is_running(bystander.pid)
        assert sibling.kill()
        assert is_running(bystander.pid)
        bystander.kill()


def test_scratch_of_a_swerve_that_was_killed_is_removed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        pass
    stale = tmp_path / f"swerve-cell-{gone.pid}-x"
    (stale / "tmp" / "deep").mkdir(parents=True)
    living = tmp_path / f"swerve-cell-{os.getpid()}-x"
    living.mkdir()
    victim = tmp_path / "victim"
    victim.mkdir()
    (tmp_path / f"swerve-cell-{gone.pid}-link").symlink_to(victim)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert begin(Level.PROCESS, "").kill()
    assert not stale.exists()
    assert living.exists()
    assert victim.exists()
