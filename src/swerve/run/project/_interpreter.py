"""Which interpreter does the project run in, and what does it say about itself?"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import swerve.worker
from swerve.model.errors import PythonBroken, PythonMissing, PythonUnsupported
from swerve.run.sandbox import Cell, Level, choose_level, start

from ._candidates import ENVIRONMENT_FOLDERS, Candidate, candidates, named, project_folder
from ._readable import (
    Layout,
    allowed_paths,
    is_broad,
    is_copy,
    is_in,
    is_in_any,
    is_system,
    layout_of,
    paths_named_in,
    readable_for,
    real_path,
)

_OLDEST = (3, 9)
#: How an interpreter is found by files of a project.
_BY_FILES = ("[tool.swerve]", *ENVIRONMENT_FOLDERS)
_MOST_NAMED = 3
_SWERVE = Path(swerve.worker.__file__).parents[2]
_OF_THE_CODE = "is a program that came with the code"
_LEADS_OUT = "points outside the folder that is compared"
_ELSEWHERE = "is one of your environments outside the project"
_NAME_IT = "If it is yours, choose it with `--python`."
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
class Interpreter:
    """A Python that target code can run in."""

    #: As it is to be started; a link in a virtual environment stays one.
    executable: Path
    version: tuple[int, int, int]
    #: "cpython", "pypy".
    implementation: str
    #: Files and folders it must be able to read: itself, its library, its packages.
    readable: tuple[Path, ...]
    #: Where it imports from, without the project's own folder: that is what the trees are for.
    sys_path: tuple[str, ...]
    #: "--python", "[tool.swerve]", "VIRTUAL_ENV", ".venv", "venv" or "running".
    found_by: str
    #: What was passed over on the way to it, for a person; often empty.
    note: str = ""

    @property
    def version_text(self) -> str:
        """The version as people write it: "3.11.7"."""
        return ".".join(map(str, self.version))


def find_interpreter(
    python: str | None,
    folder: Path,
    *,
    level: Level | None = None,
    first: Iterable[Path] = (),
    readable: Iterable[str] = (),
    held: str | None = None,
) -> Interpreter:
    """Find the interpreter for the project around a folder, and ask it what it is.

    In this order: `python`, `[tool.swerve]`, $VIRTUAL_ENV, a .venv or venv of the projects
    around the folders `first`, of the one around `folder`, the one that runs swerve. The
    environment that swerve itself runs in comes after those of the projects. What cannot be
    used is passed over with a note, but for `python`, which somebody asked for. `held` is what
    `[tool.swerve]` said before the change that is checked; `None` when there is no such change.

    It is started only in a cell: whoever wrote the project may have made it. What it may read
    there is found without asking it: its virtual environment, its installation, and what the
    user allows with `readable` and $SWERVE_READABLE.
    """
    folder = folder.absolute()
    first = tuple(first)
    grounds = _Grounds(
        projects=tuple(dict.fromkeys(project_folder(place) for place in (folder, *first))),
        compared=tuple(map(real_path, first)),
        allowed=allowed_paths(readable),
        level=level or choose_level().level,
    )
    if python:
        return _asked(named(python, folder), grounds)
    notes: list[str] = []
    for found in candidates(folder, first, held):
        if isinstance(found, str):
            notes.append(found)
            continue
        try:
            asked = _asked(found, grounds)
        except (PythonBroken, PythonUnsupported) as error:
            if found.found_by == "running":
                raise
            notes.append(found.not_used(_reason(found, error)))
        else:
            return replace(asked, note="; ".join([*notes, *filter(None, [asked.note])]))
    raise PythonMissing(
        "No Python was found to run the code in.", "Choose one with `--python PATH`."
    )


def own_readable() -> tuple[Path, ...]:
    """What the interpreter that runs swerve must be able to read."""
    return readable_for(layout_of(Path(sys.executable)), project_folder(Path.cwd()))


@dataclass(frozen=True, slots=True)
class _Grounds:
    """What an interpreter is looked for in."""

    #: The folders of projects that are under check: their files are the change's own.
    projects: tuple[Path, ...]
    #: Folders that are compared, which may have come with all that is in them.
    compared: tuple[Path, ...]
    #: What the user lets code read besides.
    allowed: tuple[Path, ...]
    level: Level

    @property
    def trees(self) -> tuple[Path, ...]:
        """The projects that may be a stranger's; one around the user's home is the user's own."""
        return tuple(tree for tree in map(real_path, self.projects) if not is_in(_home(), tree))


def _asked(found: Candidate, grounds: _Grounds) -> Interpreter:
    """Ask an interpreter what it is."""
    try:
        layout = layout_of(found.path, *grounds.trees)
    except OSError as error:
        raise PythonBroken(
            f"`{found.path}` ({found.found_by}) does not point to a program: {error.strerror}.",
            "Recreate the virtual environment, or choose another Python with `--python`.",
        ) from error
    _need_of_the_user(found, layout, grounds)
    own = readable_for(layout, *grounds.projects, is_named=_is_named(found, grounds))
    answer = _answer_of(found.path, tuple(own), grounds.level, os.stat(found.path).st_mtime_ns)
    if answer.version < _OLDEST:
        version = ".".join(map(str, answer.version))
        raise PythonUnsupported(
            f"`{found.path}` ({found.found_by}) is Python {version}.",
            "The code must run in Python 3.9 or newer: choose another Python with `--python`.",
        )
    imported = _import_paths(answer.sys_path, own, grounds)
    return Interpreter(
        executable=found.path,
        version=answer.version,
        implementation=answer.implementation,
        readable=tuple(dict.fromkeys((*own, *grounds.allowed, *imported.swerve))),
        sys_path=tuple(map(str, imported.open)),
        found_by=found.found_by,
        note=_closed_note(imported.closed),
    )


def _home() -> Path:
    return real_path(Path(os.path.expanduser("~")))


def _need_of_the_user(found: Candidate, layout: Layout, grounds: _Grounds) -> None:
    """Raise for a Python that nobody named and that may have come with the code.

    That of an environment in the tree is a link to an installation elsewhere, or a copy of one.
    Files of the project lead to no environment of the user that is not the project's.
    """
    if found.found_by not in _BY_FILES:
        return
    trees = grounds.trees
    if is_in_any(layout.program, trees) and not is_copy(layout, *trees):
        raise PythonBroken(f"`{found.path}` ({found.found_by}) {_OF_THE_CODE}.", _NAME_IT)
    if (environment := layout.environment) is None:
        return
    around, place = real_path(environment.parent), real_path(environment)
    if any(is_in(around, folder) and not is_in(place, folder) for folder in grounds.compared):
        raise PythonBroken(f"`{found.path}` ({found.found_by}) {_LEADS_OUT}.", _NAME_IT)
    is_outside = is_in(place, _home()) and not is_in_any(place, map(real_path, grounds.projects))
    if found.found_by == "[tool.swerve]" and is_outside:
        raise PythonBroken(f"`{found.path}` ({found.found_by}) {_ELSEWHERE}.", _NAME_IT)


def _is_named(found: Candidate, grounds: _Grounds) -> bool:
    """Whether the user says which installation it is; else files of a project do."""
    if found.found_by == "--python":
        return True
    ours = (*grounds.projects, *grounds.compared)
    return found.found_by not in _BY_FILES and not is_in_any(found.path, ours)


def _reason(found: Candidate, error: PythonBroken | PythonUnsupported) -> str:
    """What an error says, without the path, which is told already."""
    said = error.message.removeprefix(f"`{found.path}`").removeprefix(f" ({found.found_by})")
    needed = ", but 3.9 or newer is needed" if isinstance(error, PythonUnsupported) else ""
    return f"it{said.removesuffix('.')}{needed}"


# --- where it imports from ------------------------------------------------------------------------


class _Imported(NamedTuple):
    """Where an interpreter imports from."""

    #: What code can read, the project's own folders left out.
    open: tuple[Path, ...]
    #: What nobody has allowed.
    closed: tuple[Path, ...]
    #: Where swerve is installed for editing, if it is: pytest loads a plugin of it.
    swerve: tuple[Path, ...]


def _import_paths(told: Iterable[str], own: tuple[Path, ...], grounds: _Grounds) -> _Imported:
    """The folders of the import path, with those that only path files name, each once."""
    # Without mounts there is nothing that code could not read.
    is_confined = grounds.level is Level.STRICT
    real = tuple(map(real_path, own))
    sorted_out: dict[Path, bool] = {}
    for path in map(Path, told):
        is_packages = path.name.endswith("-packages")
        is_own = is_in_any(real_path(path), real) or is_system(path)
        named_there = paths_named_in(path, *grounds.projects) if is_packages and is_own else ()
        for place in (path, *named_there):
            if place in sorted_out or not os.path.exists(place):
                continue
            if is_in_any(place, own) or is_system(place):
                sorted_out[place] = True
            elif not (is_in_any(place, grounds.projects) or is_broad(place, *grounds.projects)):
                is_allowed = place == _SWERVE or is_in_any(place, grounds.allowed)
                sorted_out[place] = is_allowed or not is_confined
    return _Imported(
        open=tuple(place for place, is_open in sorted_out.items() if is_open),
        closed=tuple(place for place, is_open in sorted_out.items() if not is_open),
        swerve=tuple(place for place in sorted_out if place == _SWERVE),
    )


def _closed_note(closed: tuple[Path, ...]) -> str:
    if not closed:
        return ""
    shown = ", ".join(map(str, closed[:_MOST_NAMED]))
    more = f" and {len(closed) - _MOST_NAMED} more" if len(closed) > _MOST_NAMED else ""
    it, verb = ("it", "is") if len(closed) == 1 else ("them", "are")
    return (
        f"{shown}{more} {verb} on the import path but outside the interpreter's folders, so code "
        f"may not read {it}: allow it with `--readable PATH`"
    )


@dataclass(frozen=True, slots=True)
class Answer:
    """What an interpreter said, checked for being what it should be and nothing more."""

    version: tuple[int, int, int]
    #: "cpython", "pypy".
    implementation: str
    sys_path: tuple[str, ...]


@lru_cache(maxsize=32)
def _answer_of(executable: Path, readable: tuple[Path, ...], level: Level, changed: int) -> Answer:
    """The same as long as the program is: it is asked once."""
    return ask_interpreter(executable, readable, level)


def ask_interpreter(executable: Path, readable: Iterable[Path], level: Level) -> Answer:
    """Start an interpreter in a cell and ask it. It could be anything, and say anything."""
    cell = Cell(read_only=tuple((path, str(path)) for path in readable))
    with tempfile.TemporaryFile() as said:
        words = (str(executable), "-I", "-c", _QUESTION)
        confined = start(level, cell, words, stdout=said.fileno())
        status, complaint = confined.run_out(_PATIENCE_S)
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
            f"`{executable}` is Python 2.", "Choose Python 3.9 or newer with `--python`."
        )
    hint = "Choose another one with `--python`, or recreate the virtual environment."
    if _is_script(executable):
        hint = "It is a script that starts another Python: choose that one with `--python`."
    late = f"it did not answer within {_PATIENCE_S:.0f} s"
    why = late if status is None else _last_line(complaint)
    why = why or (f"exit status {status}" if status else "its output was not understood")
    return PythonBroken(f"`{executable}` is not a working Python interpreter: {why[:300]}.", hint)


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
