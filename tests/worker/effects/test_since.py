"""Are effects of a call told in a process where much has happened before?"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: In a process of its own: what hears is never taken away again.
PROGRAM = """
import logging
import os
import sys

from swerve.worker.effects.since import Since, World

top = sys.argv[1]
for folder in ("tree", "scratch/home", "scratch/tmp"):
    os.makedirs(f"{top}/{folder}")
os.umask(0o077)
os.chdir(f"{top}/tree")
with open("file", "w") as file:
    file.write("before")
os.mkdir("empty")
world = World(os.getcwd(), f"{top}/scratch")
logging.disable(logging.NOTSET)
logger = logging.getLogger("a")
logger.addHandler(logging.NullHandler())
logger.propagate = False

def write(path, text):
    with open(path, "w") as file:
        file.write(text)

def told(function):
    since = Since(world, sys._getframe())
    function()
    shown = {}
    for name, value in since.roots():
        if isinstance(value, dict):
            value = {key: getattr(each, "words", each) for key, each in value.items()}
        shown[name] = value
    print(shown)

exec(sys.argv[2])
"""


def told(folder: Path, program: str) -> list[str]:
    """What is told of the calls of a program."""
    words = [sys.executable, "-c", PROGRAM, str(folder), program]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("lambda: open('file').close()", "{}"),
        ("lambda: write('file', 'before')", "{}"),
        ("lambda: write('file', 'after')", "{'files': {'file': 'after'}}"),
        ("lambda: os.remove('file')", "{'files': {'file': 'removed'}}"),
        ("lambda: os.rmdir('empty')", "{'files': {'empty': 'removed'}}"),
        ("lambda: os.rename('file', 'new')", "{'files': {'file': 'removed', 'new': 'before'}}"),
        (
            "lambda: write(top + '/scratch/home/file', 'x')",
            "{'files': {'~/file': 'x'}}",
        ),
        ("lambda: write(top + '/elsewhere', 'x')", "{}"),
        ("lambda: os.chmod('file', 0o644)", "{'modes': {'file': '0o644'}}"),
        ("lambda: logger.error('words')", "{'log': {'a': [('ERROR', 'words')]}}"),
        ("lambda: os.system('true')", "{'processes': [{'command': 'true'}]}"),
    ],
)
def test_what_is_not_as_before_is_told(tmp_path: Path, function: str, expected: str) -> None:
    assert told(tmp_path, f"told({function})") == [expected]


def test_what_came_before_is_not_told(tmp_path: Path) -> None:
    program = "write('new', 'x'); logger.error('x'); os.system('true'); told(lambda: None)"
    assert told(tmp_path, program) == ["{}"]


def test_a_locked_file_is_looked_at_once_and_stays_locked(tmp_path: Path) -> None:
    program = (
        "os.chmod('file', 0)\n"
        "told(lambda: os.chmod('file', 0o600))\n"
        "print(len(world.touched), oct(os.stat('file').st_mode & 0o777))"
    )
    assert told(tmp_path, program) == ["{'modes': {'file': None}}", "2 0o600"]


@pytest.mark.parametrize(
    ("again", "root"),
    [
        ("write('file', 'x')", "files"),
        ("logger.error('x')", "log"),
        ("sys.audit('os.system', 'x')", "processes"),
    ],
)
def test_what_comes_after_too_much_is_said_to_be_missing(
    tmp_path: Path, again: str, root: str
) -> None:
    program = f"for _ in range(1000):\n    {again}\ntold(lambda: {again})\ntold(lambda: None)"
    first, then = told(tmp_path, program)
    assert first.startswith(f"{{'{root}': ")
    assert "there are too many" in first
    assert then == "{}"


@pytest.mark.skipif(sys.version_info < (3, 10), reason="connections are not told of before")
def test_what_a_database_in_memory_holds_after_a_call_that_wrote_there(tmp_path: Path) -> None:
    program = """
import sqlite3

db = sqlite3.connect(":memory:", isolation_level=None)
db.execute("create table items (name)")

def added(name, end):
    db.execute("begin")
    db.execute("insert into items values (?)", (name,))
    db.execute(end)

told(lambda: db.execute("select * from items"))
told(lambda: added("a", "commit"))
told(lambda: added("b", "rollback"))
told(lambda: (db.execute("begin"), db.execute("delete from items")))
told(lambda: db.execute("rollback"))
told(lambda: [added(str(number), "commit") for number in range(30)])
"""
    *lines, long = told(tmp_path, program)
    one = "{'databases': {':memory:': {'items': [{'name': 'a'}]}}}"
    assert lines == ["{}", one, one, "{'databases': {':memory:': {'items': []}}}", one]
    assert long.startswith("{'databases': {':memory:': {'items': ['11 rows', {'name': '10'}, ")
