"""How do the tests look around inside a cell?"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from swerve.run.sandbox import Cell, Confined, Level, choose_level, start

#: Where this interpreter lives; a cell must be able to read it.
INTERPRETER = tuple(
    (Path(prefix), prefix) for prefix in dict.fromkeys((sys.base_prefix, sys.prefix))
)

needs_strict = pytest.mark.skipif(
    choose_level().level is not Level.STRICT, reason="strict confinement does not work here"
)
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="about what root could do")
BOTH = [pytest.param(Level.STRICT, marks=needs_strict), Level.PROCESS]


def room(**changes: Any) -> Cell:
    """A cell that Python can run in."""
    read_only = (*INTERPRETER, *changes.pop("read_only", ()))
    return Cell(read_only=read_only, **changes)


def begin(level: Level, code: str, cell: Cell | None = None, **options: Any) -> Confined:
    """Start Python code in a cell."""
    words = [sys.executable, "-I", "-S", "-c", code]
    return start(level, cell or room(), words, **options)


def look(level: Level, code: str, cell: Cell | None = None) -> Any:
    """Run code in a cell, and return what it called `tell` with."""
    preface = "import json, os, sys\ndef tell(x): print(json.dumps(x), flush=True)\n"
    with tempfile.TemporaryFile() as out:
        confined = begin(level, preface + code, cell, stdout=out.fileno())
        try:
            status = confined.wait(20)
        finally:
            assert confined.kill()
        assert status == 0, confined.last_words()
        out.seek(0)
        return json.loads(out.read())


def attempt(expression: str) -> str:
    """Code that tells the name of the error that an expression raises, or "done"."""
    return f"""
try:
    {expression}
except OSError as error:
    import errno
    tell(errno.errorcode[error.errno])
else:
    tell("done")
"""


def eventually(claim: Callable[[], bool], within_s: float = 30.0) -> bool:
    """Whether a claim comes true in time."""
    until = time.monotonic() + within_s
    while not claim():
        if time.monotonic() > until:
            return False
        time.sleep(0.005)
    return True


def is_running(pid: int) -> bool:
    """Whether a process is there and not just waiting to be reaped."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def processes_with(mark: str) -> list[int]:
    """Every running process that has a word in its command line."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if mark.encode() in words and is_running(int(folder.name)):
            found.append(int(folder.name))
    return found
