"""How does a program run on a tree of somebody else's code, where it can do no harm?"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from swerve.run.project import Interpreter, find_interpreter
from swerve.run.sandbox import Cell, Level, choose_level, start

#: Where the tree is for the program, at level strict.
_TREE = "/bench/tree"
_MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Ran:
    """How a program ended."""

    #: `None` when it was ended at its limit.
    status: int | None
    seconds: float
    #: The end of what it wrote.
    words: str


def run_confined(
    python: Path,
    tree: Path,
    arguments: Sequence[str],
    limit_s: float,
    environment: Mapping[str, str] | None = None,
) -> Ran:
    """Run a Python with the tree as its folder, which it may write to, and kill it at the limit."""
    interpreter = _interpreter(python)
    cell = Cell(
        read_only=tuple((path, str(path)) for path in interpreter.readable),
        writable=((tree, _TREE),),
        working_folder=_TREE,
        environment={
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
            "PYTHONNOUSERSITE": "1",
            "PATH": f"{python.parent}:/usr/local/bin:/usr/bin:/bin",
            **(environment or {}),
        },
        scratch_bytes=512 * _MIB,
    )
    started = time.monotonic()
    confined = start(_level(), cell, (str(interpreter.executable), *arguments))
    try:
        status = confined.wait(limit_s)
        seconds = time.monotonic() - started
        words = confined.last_words()
    finally:
        confined.kill()
    return Ran(status, seconds, words)


def seen_inside(tree: Path) -> str:
    """The path that a program in there knows a tree by."""
    return _TREE if _level() is Level.STRICT else str(tree)


@cache
def _level() -> Level:
    return choose_level("auto").level


@cache
def _interpreter(python: Path) -> Interpreter:
    return find_interpreter(str(python), Path.cwd(), level=_level())
