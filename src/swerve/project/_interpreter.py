"""Which interpreter does the project run in?"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from swerve.change import is_tracked
from swerve.errors import GitMissing, PythonBroken, PythonMissing, PythonUnsupported
from swerve.project._build_files import read_bytes, read_toml
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
_ENVIRONMENT_FOLDERS = (".venv", "venv")


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


@dataclass(frozen=True, slots=True)
class _Candidate:
    path: Path
    found_by: str
    note: str = ""


def find_interpreter(
    python: str | None, folder: Path, *, level: Level | None = None
) -> Interpreter:
    """Find the interpreter for the project around a folder, and ask it what it is.

    In this order: `python`, `[tool.swerve]`, $VIRTUAL_ENV, the project's .venv or venv, the one
    that runs swerve. It is started only in a cell: whoever wrote the project may have made it.
    """
    folder = folder.absolute()
    found = _named(python, folder) if python else next(_candidates(folder))
    try:
        layout = layout_of(found.path)
    except OSError as error:
        raise PythonBroken(
            f"`{found.path}` ({found.found_by}) leads to no program: {error.strerror}.",
            "Make the virtual environment anew, or name another Python with `--python`.",
        ) from error
    project = project_folder(folder)
    readable = readable_for(layout, project)
    answer = ask_interpreter(found.path, readable, level or choose_level().level)
    if answer.version < _OLDEST:
        version = ".".join(map(str, answer.version))
        raise PythonUnsupported(
            f"`{found.path}` ({found.found_by}) is Python {version}.",
            "Target code runs in 3.9 or newer: name another Python with `--python`.",
        )
    paths = tuple(_import_paths(answer.sys_path, readable, project))
    inside = (*readable, *(path for path in paths if is_system(path)))
    outside = tuple(path for path in paths if not any(is_in(path, place) for place in inside))
    return Interpreter(
        executable=found.path,
        version=answer.version,
        implementation=answer.implementation,
        readable=(*readable, *outside),
        sys_path=tuple(map(str, paths)),
        found_by=found.found_by,
        note=found.note,
    )


def project_folder(folder: Path) -> Path:
    """The nearest folder above that git or a build file calls a project, else the folder itself."""
    for place in (folder, *folder.parents):
        if (place / ".git").exists():
            return place
    return next((p for p in (folder, *folder.parents) if (p / "pyproject.toml").is_file()), folder)


# --- where to look --------------------------------------------------------------------------------


def _candidates(folder: Path) -> Iterator[_Candidate]:
    note = ""
    configured = _configured(folder)
    if configured is not None:
        name, place = configured
        found = _named(name, place, "[tool.swerve]")
        if not _is_tracked(found.path):
            yield found
        note = f"{found.path} is tracked by git, so that [tool.swerve] cannot name it"
    active = os.environ.get("VIRTUAL_ENV")
    if active and _is_program(Path(active, "bin/python")):
        yield _Candidate(Path(active, "bin/python").absolute(), "VIRTUAL_ENV", note)
    for place in _up_to_the_project(folder):
        for name in _ENVIRONMENT_FOLDERS:
            environment = place / name
            if not (environment / "pyvenv.cfg").is_file():
                continue
            if _is_tracked(environment):
                note = f"{environment} is tracked by git: it came with the code and is not used"
                continue
            yield _Candidate(environment / "bin" / "python", name, note)
    if not sys.executable:
        raise PythonMissing("No Python was found to run the code in.", "Name one: `--python PATH`.")
    yield _Candidate(Path(sys.executable), "running", note)


def _named(name: str, folder: Path, found_by: str = "--python") -> _Candidate:
    """The interpreter that a person named: a path, an environment, "python3.12", "3.12"."""
    path = Path(os.path.normpath(folder.absolute() / os.path.expanduser(name)))
    if path.is_dir():
        path = path / "bin" / "python"
    if _is_program(path) and ("/" in name or not shutil.which(name)):
        return _Candidate(path, found_by)
    if "/" not in name:
        command = f"python{name}" if re.fullmatch(r"\d+(\.\d+)?t?", name) else name
        folders = [place for place in os.get_exec_path() if os.path.isabs(place)]
        found = shutil.which(command, path=os.pathsep.join(folders))
        if found is not None:
            return _Candidate(_behind_shim(Path(found), folder), found_by)
    raise PythonMissing(
        f"There is no Python `{name}` ({found_by}).",
        "Give the path of a Python or of a virtual environment, or a name on the PATH.",
    )


def _behind_shim(path: Path, folder: Path) -> Path:
    """The program that a script of pyenv would start; the path itself when it is none."""
    root = path.parent.parent
    if path.parent.name != "shims" or not (root / "versions").is_dir():
        return path
    chosen = [os.environ.get("PYENV_VERSION", "")]
    chosen += [_first_word(place / ".python-version") for place in (folder, *folder.parents)]
    chosen.append(_first_word(root / "version"))
    there = sorted((root / "versions").iterdir(), key=_numbers, reverse=True)
    versions = [*(root / "versions" / name for name in chosen if name), *there]
    programs = (version / "bin" / path.name for version in versions)
    return next(filter(_is_program, programs), path)


def _first_word(file: Path) -> str:
    words = read_bytes(file).decode("utf-8", "replace").split()
    return words[0] if words and "/" not in words[0] else ""


def _numbers(path: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", path.name)]


def _configured(folder: Path) -> tuple[str, Path] | None:
    """What `[tool.swerve]` says, and the folder that its paths are relative to."""
    for place in (folder, *folder.parents):
        tool = read_toml(place / "pyproject.toml").get("tool")
        table = tool.get("swerve") if isinstance(tool, dict) else None
        if isinstance(table, dict):
            python = table.get("python")
            return (python, place) if isinstance(python, str) and python else None
    return None


def _up_to_the_project(folder: Path) -> Iterator[Path]:
    top = project_folder(folder)
    for place in (folder, *folder.parents):
        yield place
        if place == top:
            return


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _is_tracked(path: Path) -> bool:
    try:
        return is_tracked(path)
    except GitMissing:
        return False


# --- where it imports from ------------------------------------------------------------------------


def _import_paths(told: tuple[str, ...], own: tuple[Path, ...], project: Path) -> Iterator[Path]:
    """The folders of the import path, with those that only path files name, each once."""
    seen: set[Path] = set()
    for text in told:
        path = Path(text)
        added = paths_named_in(path, project) if path.name.endswith("-packages") else ()
        for place in (path, *added):
            is_own = any(is_in(place, prefix) for prefix in own)
            if place in seen or not place.exists():
                continue
            if is_own or not (is_in(place, project) or is_broad(place, project)):
                seen.add(place)
                yield place
