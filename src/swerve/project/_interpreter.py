"""Which interpreter does the project run in?"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from swerve.errors import PythonBroken, PythonMissing, PythonUnsupported
from swerve.project._candidates import (
    Candidate,
    PassedOver,
    candidates,
    named,
    project_folder,
)
from swerve.project._probe import ask_interpreter
from swerve.project._readable import (
    is_broad,
    is_in,
    is_system,
    layout_of,
    paths_named_in,
    readable_for,
)
from swerve.sandbox import Level, choose_level

_OLDEST = (3, 9)


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
) -> Interpreter:
    """Find the interpreter for the project around a folder, and ask it what it is.

    In this order: `python`, `[tool.swerve]`, $VIRTUAL_ENV, a .venv or venv of the projects
    around the folders `first`, of the one around `folder`, the one that runs swerve. The
    environment that swerve itself runs in comes after those of the projects. What cannot be
    used is passed over with a note, but for `python`, which somebody asked for.

    It is started only in a cell: whoever wrote the project may have made it.
    """
    folder = folder.absolute()
    first = tuple(first)
    projects = tuple(dict.fromkeys(project_folder(place) for place in (folder, *first)))
    level = level or choose_level().level
    if python:
        return _asked(named(python, folder), projects, level)
    notes: list[str] = []
    for found in candidates(folder, first):
        if isinstance(found, PassedOver):
            notes.append(found.why)
            continue
        try:
            return replace(_asked(found, projects, level), note="; ".join(notes))
        except (PythonBroken, PythonUnsupported) as error:
            if found.found_by == "running":
                raise
            notes.append(found.not_used(_reason(found, error)))
    raise PythonMissing("No Python was found to run the code in.", "Name one: `--python PATH`.")


def _asked(found: Candidate, projects: tuple[Path, ...], level: Level) -> Interpreter:
    """Ask an interpreter what it is."""
    try:
        layout = layout_of(found.path)
    except OSError as error:
        raise PythonBroken(
            f"`{found.path}` ({found.found_by}) leads to no program: {error.strerror}.",
            "Make the virtual environment anew, or name another Python with `--python`.",
        ) from error
    readable = readable_for(layout, *projects)
    answer = ask_interpreter(found.path, readable, level)
    if answer.version < _OLDEST:
        version = ".".join(map(str, answer.version))
        raise PythonUnsupported(
            f"`{found.path}` ({found.found_by}) is Python {version}.",
            "Target code runs in 3.9 or newer: name another Python with `--python`.",
        )
    paths = tuple(_import_paths(answer.sys_path, readable, projects))
    inside = (*readable, *(path for path in paths if is_system(path)))
    outside = tuple(path for path in paths if not any(is_in(path, place) for place in inside))
    return Interpreter(
        executable=found.path,
        version=answer.version,
        implementation=answer.implementation,
        readable=(*readable, *outside),
        sys_path=tuple(map(str, paths)),
        found_by=found.found_by,
    )


def _reason(found: Candidate, error: PythonBroken | PythonUnsupported) -> str:
    """What an error says, without the path, which is told already."""
    said = error.message.removeprefix(f"`{found.path}`").removeprefix(f" ({found.found_by})")
    needed = ", and 3.9 or newer is needed" if isinstance(error, PythonUnsupported) else ""
    return f"it{said.removesuffix('.')}{needed}"


# --- where it imports from ------------------------------------------------------------------------


def _import_paths(
    told: tuple[str, ...], own: tuple[Path, ...], projects: tuple[Path, ...]
) -> Iterator[Path]:
    """The folders of the import path, with those that only path files name, each once."""
    seen: set[Path] = set()
    for text in told:
        path = Path(text)
        added = paths_named_in(path, *projects) if path.name.endswith("-packages") else ()
        for place in (path, *added):
            is_own = any(is_in(place, prefix) for prefix in own)
            if place in seen or not os.path.exists(place):
                continue
            is_compared = any(is_in(place, project) for project in projects)
            if is_own or not (is_compared or is_broad(place, *projects)):
                seen.add(place)
                yield place
