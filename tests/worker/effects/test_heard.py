"""Does Python tell of every way to touch a file or to start a program?"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: In a process of its own: who listens is never taken away again.
PROGRAM = """
import os
import shutil
import sqlite3
import subprocess
import sys

from swerve.worker.effects._heard import HEARD, listen

open("file", "w").close()
os.mkdir("folder")
listen()
listen()
HEARD.is_on = True
paths = []
HEARD.before_touch = paths.append
exec(sys.argv[1])
HEARD.is_on = False
open("other", "w").close()
print(HEARD.touched, HEARD.opened, paths, HEARD.processes)
"""


def heard(folder: Path, statement: str) -> str:
    """What is heard of a statement."""
    words = [sys.executable, "-c", PROGRAM, statement]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=folder)
    assert not done.returncode, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("statement", "paths"),
    [
        ("open('new', 'w').close()", ["new"]),
        ("os.close(os.open('file', os.O_RDWR))", ["file"]),
        ("os.rename('file', b'new')", ["file", "new"]),
        ("os.remove('file')", ["file"]),
        ("os.rmdir('folder')", ["folder"]),
        ("os.symlink('a', 'new')", ["a", "new"]),
        ("os.link('file', 'new')", ["file", "new"]),
        ("os.chmod('file', 0o600)", ["file"]),
        ("os.truncate('file', 3)", ["file"]),
        ("sqlite3.connect('base').close()", ["base"]),
    ],
)
def test_what_is_touched_is_heard(tmp_path: Path, statement: str, paths: list[str]) -> None:
    told = heard(tmp_path, statement)
    assert told.startswith("True ")
    assert told.endswith(f" {paths} []")


@pytest.mark.parametrize("statement", ["pass", "os.listdir('.')", "os.stat('file')"])
def test_what_only_looks_is_not_heard(tmp_path: Path, statement: str) -> None:
    assert heard(tmp_path, statement) == "False False [] []"


def test_a_file_that_is_read_is_opened_and_not_touched(tmp_path: Path) -> None:
    assert heard(tmp_path, "open('file').close()") == "False True [] []"


@pytest.mark.parametrize(
    ("statement", "command"),
    [
        ("os.system('true x')", "true x"),
        ("subprocess.run(['true', b'x'])", ["true", "x"]),
        ("os.waitpid(os.posix_spawn('/bin/true', ['true', 'x'], os.environ), 0)", ["true", "x"]),
    ],
)
def test_a_program_is_heard_once(tmp_path: Path, statement: str, command: object) -> None:
    told = heard(tmp_path, statement + "\nfor each in HEARD.processes: each.pop('environment', 0)")
    assert told.endswith(f" [{{'command': {command!r}}}]")


def test_what_makes_no_sense_is_let_pass(tmp_path: Path) -> None:
    """The call itself will say so: who only listens raises nothing."""
    statement = "for event in ('open', 'os.rename', 'subprocess.Popen'): sys.audit(event, object())"
    assert heard(tmp_path, statement).endswith(" []")
