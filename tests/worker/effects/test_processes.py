"""Are programs that a call starts told of, with what each of them is given?"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.run.host.grounds import one_side, ran, seen

from swerve.observe.snapshot import decode
from swerve.run.host import Lane

SOURCE = """
import os
import subprocess
import sys

def given():
    done = subprocess.run(["cat"], input=b"words", stdout=subprocess.PIPE, cwd="/", env={"A": "b"})
    return done.stdout

def missing():
    return subprocess.run(["no-such-program", "x"]).returncode

def by_shell():
    return os.system("exit 3") >> 8

def hostile():
    class Environment(dict):
        def items(self):
            raise ValueError
    try:
        sys.audit("subprocess.Popen", "x", ["x"], None, Environment())
    except ValueError:
        return "raised"

def often():
    for _ in range(1001):
        sys.audit("subprocess.Popen", "x", ["x"], None, None)
"""


@pytest.fixture(scope="module")
def lane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lane]:
    with one_side(tmp_path_factory.mktemp("processes"), SOURCE, limit_s=5) as lane:
        yield lane


def test_a_program_is_told_of_with_what_it_is_given(lane: Lane) -> None:
    found = seen(ran(lane, "given"))
    assert found["result"] == "b'words'"
    assert found["processes"] == (
        "[{'command': ['cat'], 'folder': '/', 'environment': {'A': 'b'}, 'input': b'words'}]"
    )


def test_a_program_that_is_missing_succeeds_and_is_told_of(lane: Lane) -> None:
    found = seen(ran(lane, "missing"))
    assert found == {"result": "0", "processes": "[{'command': ['no-such-program', 'x']}]"}


def test_what_a_shell_is_told_runs(lane: Lane) -> None:
    found = seen(ran(lane, "by_shell"))
    assert found == {"result": "3", "processes": "[{'command': 'exit 3'}]"}


def test_a_hostile_environment_does_not_hide_the_program(lane: Lane) -> None:
    assert seen(ran(lane, "hostile"))["processes"] == "[{'command': ['x']}]"


def test_programs_that_are_too_many_are_said_to_be_missing(lane: Lane) -> None:
    assert not decode(ran(lane, "often").snapshot).complete
