"""What holds at level process, without any namespace?"""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path

import pytest
from tests.run.sandbox.rooms import BOTH, attempt, look, needs_root, room

from swerve.run.sandbox import Level, Limits

MIB = 1 << 20


def test_the_environment_is_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "s3cret")
    seen = look(Level.PROCESS, "tell(dict(os.environ))", room(environment={"GIVEN": "yes"}))
    assert "SECRET_TOKEN" not in seen
    assert seen["GIVEN"] == "yes"
    assert seen["HOME"] == seen["PWD"] + "/home"
    assert os.environ["HOME"] != seen["HOME"]


def test_none_takes_nothing_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "s3cret")
    code = "import resource; tell([os.environ['SECRET_TOKEN'], resource.getrlimit(0)])"
    assert look(Level.NONE, code) == ["s3cret", list(resource.getrlimit(0))]


@pytest.mark.parametrize("level", BOTH)
def test_limits_hold(level: Level) -> None:
    limits = Limits(address_bytes=900 * MIB, open_files=40, file_bytes=3 * MIB, stack_bytes=MIB)
    code = """
import resource
names = ('AS', 'NOFILE', 'FSIZE', 'STACK', 'CORE', 'MSGQUEUE')
tell([resource.getrlimit(getattr(resource, 'RLIMIT_' + name)) for name in names])
"""
    sizes = [900 * MIB, 40, 3 * MIB, MIB, 1, 0]
    assert look(level, code, room(limits=limits)) == [[size, size] for size in sizes]


@pytest.mark.parametrize("level", BOTH)
def test_limits_cannot_be_raised_again(level: Level) -> None:
    """Root could, with the capability that it no longer has."""
    code = """
import resource
try:
    resource.setrlimit(resource.RLIMIT_NOFILE, (5000, 5000))
except ValueError:
    tell('refused')
"""
    assert look(level, code) == "refused"


@pytest.mark.parametrize("level", BOTH)
def test_a_tighter_limit_of_the_user_stays(level: Level) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5 * MIB, hard))
    try:
        code = "import resource; tell(resource.getrlimit(resource.RLIMIT_FSIZE))"
        assert look(level, code, room(limits=Limits(file_bytes=9 * MIB)))[0] == 5 * MIB
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_it_has_a_session_of_its_own() -> None:
    seen = look(Level.PROCESS, "tell([os.getsid(0), os.getpgid(0), os.getpid()])")
    assert len(set(seen)) == 1
    assert seen[0] != os.getsid(0)


@needs_root
def test_root_keeps_only_the_power_to_read() -> None:
    code = """
status = dict(line.split(':\\t') for line in open('/proc/self/status').read().splitlines()
              if ':\\t' in line)
tell([int(status[name], 16) for name in ('CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb')])
"""
    assert look(Level.PROCESS, code) == [0, 4, 4, 4, 0]


@needs_root
def test_root_cannot_signal_processes_of_other_users() -> None:
    """Signal 0 asks whether a signal could be sent, and sends none."""
    import subprocess

    words = ["setpriv", "--reuid", "65534", "--clear-groups", "sleep", "100"]
    with subprocess.Popen(words) as bystander:
        code = f"""
import time
while os.stat('/proc/{bystander.pid}').st_uid != 65534: time.sleep(0.01)
"""
        assert look(Level.PROCESS, code + attempt(f"os.kill({bystander.pid}, 0)")) == "EPERM"
        bystander.kill()


def test_paths_stay_what_they_are(tmp_path: Path) -> None:
    cell = room(read_only=((tmp_path, "/srv/u/project"),), working_folder="/srv/u/project")
    assert look(Level.PROCESS, "tell(os.getcwd())", cell) == os.path.realpath(tmp_path)


def test_stdin_is_at_its_end() -> None:
    for level in (Level.PROCESS, Level.NONE):
        assert look(level, "tell(sys.stdin.read())") == ""


def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    from swerve.run.sandbox import start

    confined = start(Level.PROCESS, room(), [str(tmp_path / "missing")])
    assert confined.wait(10) == 1
    assert confined.kill()
    assert "missing" in confined.last_words()


def test_the_interpreter_is_not_changed_by_starting_a_cell() -> None:
    before = (resource.getrlimit(resource.RLIMIT_NOFILE), os.getcwd(), dict(os.environ))
    look(Level.PROCESS, "tell(1)")
    assert (resource.getrlimit(resource.RLIMIT_NOFILE), os.getcwd(), dict(os.environ)) == before
    assert sys.executable
