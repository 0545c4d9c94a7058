"""What is left when swerve itself is killed, and what holds without bubblewrap?"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

from swerve.run.sandbox import Level, choose_level

_ROOT = Path(__file__).parents[2]
#: Runs calls in a process of its own: level, tree, mark, limit, names of functions.
_SWERVE = """
import sys
from pathlib import Path
from swerve.run.host import Ground, Lane, Sides, Worker
from swerve.observe.recipe import CallRecipe, Name
from swerve.run.sandbox import choose_level

wanted, tree, mark, limit_s, *names = sys.argv[1:]
found = choose_level(wanted)
print(found.level.value, len(found.missing), flush=True)
readable = tuple({Path(sys.prefix), Path(sys.base_prefix)})
ground = Ground(Path(tree), (".",), Path(sys.executable), readable)
with Worker(ground, found.level) as old, Worker(ground, found.level) as new:
    sides = Sides(*(Lane(worker, ("subject",), limit_s=float(limit_s)) for worker in (old, new)))
    for name in names:
        call = CallRecipe(Name("subject", name), None, (mark,), ())
        for answer in sides.run([call]):
            print(name, type(answer.agreement).__name__, answer.old.outcome, flush=True)
"""
_SUBJECT = """
import os, signal, subprocess

kept = []  # a process that is forgotten is warned about, by its number

def add(mark):
    return 5

def loop(mark):
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue

def leave(mark):
    kept.append(subprocess.Popen(["/bin/sh", "-c", "sleep 10; :", mark], start_new_session=True))
    for number in (signal.SIGALRM, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 0)
    {rest}
"""


@pytest.fixture
def mark() -> str:
    return f"worst-{uuid.uuid4().hex}"


def running(mark: str) -> list[list[str]]:
    """The words of every running process that has the mark among them."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_text(errors="replace").split("\0")
        except OSError:
            continue
        if mark in words:
            found.append(words)
    return found


def eventually(mark: str, count: int, within_s: float = 30.0) -> bool:
    until = time.monotonic() + within_s
    while len(running(mark)) != count:
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


@pytest.mark.parametrize("level", ["strict", "process"])
def test_nothing_outlives_a_swerve_that_is_killed(level: str, mark: str, tmp_path: Path) -> None:
    """Not even a daemon that the code under test has put into a session of its own."""
    if level == "strict" and choose_level().level is not Level.STRICT:
        pytest.skip("needs bubblewrap")
    (tmp_path / "subject.py").write_text(_SUBJECT.format(rest="while True: signal.pause()"))
    words = [sys.executable, "-c", _SWERVE, level, str(tmp_path), mark, "30", "add", "leave"]
    scratch = tmp_path / "scratch"  # which a swerve that is killed cannot remove
    scratch.mkdir()
    variables = {**os.environ, "TMPDIR": str(scratch)}
    with subprocess.Popen(words, cwd=_ROOT, stdout=subprocess.DEVNULL, env=variables) as swerve:
        # Two daemons, one a side, beside swerve itself.
        assert eventually(mark, 3)
        swerve.kill()
    assert eventually(mark, 0)


def test_without_bubblewrap_auto_says_so_and_goes_on(mark: str, tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text(_SUBJECT.format(rest="return 7"))
    calls = ["add", "loop", "leave", "add"]
    empty = tmp_path / "bin"
    empty.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", _SWERVE, "auto", str(tmp_path), mark, "0.3", *calls],
        cwd=_ROOT,
        env={**os.environ, "PATH": str(empty)},
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert done.returncode == 0, done.stderr
    first, *answers = done.stdout.splitlines()
    assert first == "process 1"
    assert [answer.split()[:2] for answer in answers] == [
        ["add", "Same"],
        ["loop", "Unknown"],
        ["leave", "Unknown"],
        ["add", "Same"],
    ]
    assert eventually(mark, 0)
