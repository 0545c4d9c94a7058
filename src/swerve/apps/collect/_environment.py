"""What does the interpreter of a project have: pytest, the project itself?"""

from __future__ import annotations

import json
import os
import shlex
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from swerve.model.errors import PytestMissing
from swerve.run.project import Interpreter
from swerve.run.sandbox import Cell, Level, start

_PATIENCE_S = 60.0
_MOST_BYTES = 1_000_000
#: Stands before the answer: packages may print when they are imported.
_MARK = "swerve-asks:"
_QUESTION = f"""
import importlib.metadata, json, sys
found = {{"pytest": "", "trouble": "", "version": "", "packages": []}}
try:
    import pytest
    found["pytest"] = pytest.__version__
except BaseException as error:
    found["trouble"] = f"{{type(error).__name__}}: {{error}}"
try:
    distribution = importlib.metadata.distribution(sys.argv[1])
    found["version"] = distribution.version
    tops = {{file.parts[0] for file in distribution.files or () if file.suffix == ".py"}}
    for top in sorted(tops):
        if top != ".." and not top.startswith("__editable__"):
            found["packages"].append([top, str(distribution.locate_file(top))])
except Exception:
    pass
sys.stdout.write("\\n{_MARK}" + json.dumps(found) + "\\n")
"""


@dataclass(frozen=True, slots=True)
class Installed:
    """What was found in the environment of an interpreter."""

    #: Version of pytest.
    pytest: str
    #: Version of the project that is installed; empty when it is not.
    version: str = ""
    #: Top packages and modules of the project, each with its place; empty when it is not
    #: installed, or only as a link to its sources.
    packages: tuple[tuple[str, Path], ...] = ()


def installed_in(interpreter: Interpreter, project: str, level: Level) -> Installed:
    """Ask, in a cell: the answer could be anything. Raises when there is no pytest."""
    cell = Cell(read_only=tuple((path, str(path)) for path in interpreter.readable))
    with tempfile.TemporaryFile() as said:
        words = (str(interpreter.executable), "-I", "-c", _QUESTION, project)
        confined = start(level, cell, words, stdout=said.fileno())
        try:
            confined.wait(_PATIENCE_S)
            complaint = confined.last_words()
        finally:
            confined.kill()
        said.seek(max(0, said.seek(0, os.SEEK_END) - _MOST_BYTES))
        answer = _answer_in(said.read().decode("utf-8", "replace"))
    if not _text(answer.get("pytest")):
        why = _text(answer.get("trouble")) or complaint.rpartition("\n")[2] or "it did not answer"
        raise _missing(interpreter, why)
    return Installed(
        pytest=_text(answer.get("pytest")),
        version=_text(answer.get("version")),
        packages=tuple(_packages(answer.get("packages"), interpreter)),
    )


def install_line(interpreter: Interpreter, *distributions: str) -> str:
    """The command that installs something there."""
    words = (str(interpreter.executable), "-m", "pip", "install", *distributions)
    return " ".join(map(shlex.quote, words))


def _answer_in(text: str) -> dict[str, Any]:
    try:
        answer = json.loads(text.rpartition(_MARK)[2].partition("\n")[0])
    except (ValueError, RecursionError):
        return {}
    return answer if isinstance(answer, dict) else {}


def _packages(found: object, interpreter: Interpreter) -> list[tuple[str, Path]]:
    """Those that lie where the interpreter imports from: an answer can name any path."""
    packages = []
    for row in found if isinstance(found, list) else ():
        if isinstance(row, list) and len(row) == 2 and all(isinstance(word, str) for word in row):
            name, place = row[0], Path(os.path.normpath(row[1]))
            is_plain = "/" not in name and place.name == name
            if is_plain and str(place.parent) in interpreter.sys_path and place.exists():
                packages.append((name, place))
    return packages


def _text(value: object) -> str:
    return value[:300] if isinstance(value, str) else ""


def _missing(interpreter: Interpreter, why: str) -> PytestMissing:
    return PytestMissing(
        f"{interpreter.executable} ({interpreter.found_by}) has no pytest: {why}.",
        f"Run `{install_line(interpreter, 'pytest')}`, or choose the project's own Python "
        "with `--python`.",
    )
