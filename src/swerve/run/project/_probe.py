"""What does an interpreter say about itself?"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from swerve.model.errors import PythonBroken, PythonUnsupported
from swerve.run.sandbox import Cell, Level, start

_PATIENCE_S = 20.0
_MOST_BYTES = 200_000
_MOST_PATHS = 500
#: Stands before the answer: packages may print when an interpreter starts.
_MARK = "swerve-probe:"
_QUESTION = f"""
import json, sys
answer = [list(sys.version_info[:3]), sys.implementation.name, sys.path]
sys.stdout.write("\\n{_MARK}" + json.dumps(answer) + "\\n")
"""
#: Another program may take the question for the name of a file, and complain about that.
_OF_THE_QUESTION = ("import json", "sys.version_info", "sys.stdout.write", _MARK)


@dataclass(frozen=True, slots=True)
class Answer:
    """What an interpreter said, checked for being what it should be and nothing more."""

    version: tuple[int, int, int]
    #: "cpython", "pypy".
    implementation: str
    sys_path: tuple[str, ...]


def ask_interpreter(executable: Path, readable: Iterable[Path], level: Level) -> Answer:
    """Start an interpreter in a cell and ask it. It could be anything, and say anything."""
    cell = Cell(read_only=tuple((path, str(path)) for path in readable))
    with tempfile.TemporaryFile() as said:
        words = (str(executable), "-I", "-c", _QUESTION)
        confined = start(level, cell, words, stdout=said.fileno())
        try:
            status = confined.wait(_PATIENCE_S)
            complaint = confined.last_words()
        finally:
            confined.kill()
        size = said.seek(0, os.SEEK_END)
        said.seek(max(0, size - _MOST_BYTES))
        text = said.read(_MOST_BYTES).decode("utf-8", "replace")
    answer = _answer_in(text)
    if answer is None:
        raise _why_not(executable, status, complaint)
    return answer


def _answer_in(text: str) -> Answer | None:
    line = text.rpartition(_MARK)[2].partition("\n")[0]
    try:
        version, implementation, paths = json.loads(line)
        major, minor, micro = version
    except (ValueError, TypeError, RecursionError):
        return None
    if not all(type(number) is int and 0 <= number < 1000 for number in (major, minor, micro)):
        return None
    if not isinstance(implementation, str) or not isinstance(paths, list):
        return None
    kept = [path for path in paths[:_MOST_PATHS] if isinstance(path, str) and os.path.isabs(path)]
    return Answer((major, minor, micro), implementation[:50], tuple(kept))


def _why_not(executable: Path, status: int | None, complaint: str) -> Exception:
    if "Unknown option: -I" in complaint:
        return PythonUnsupported(
            f"`{executable}` is Python 2.", "Name a Python of version 3.9 or newer with `--python`."
        )
    hint = "Name another one with `--python`, or make the virtual environment anew."
    if _is_script(executable):
        hint = "It is a script that starts the real one: name that with `--python`."
    why = f"it gave no answer in {_PATIENCE_S:.0f} s" if status is None else _last_line(complaint)
    why = why or (f"exit status {status}" if status else "it answers something else")
    return PythonBroken(f"`{executable}` does not work as a Python: {why[:300]}.", hint)


def _last_line(complaint: str) -> str:
    """What a program complains about, unless that is the question itself."""
    if any(word in complaint for word in _OF_THE_QUESTION):
        return "it is another program"
    lines = [line.strip() for line in complaint.splitlines() if not line.startswith("Try ")]
    return next((line.removesuffix(".") for line in reversed(lines) if line), "")


def _is_script(executable: Path) -> bool:
    try:
        with executable.open("rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return False
