"""Where may the interpreter of a project be?"""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from swerve.model.errors import GitMissing, PythonMissing
from swerve.source import is_tracked
from swerve.source.build.files import read_bytes, read_toml

ENVIRONMENT_FOLDERS = (".venv", "venv")
_PROGRAMS = ("bin/python", "bin/python3")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A program that may be the interpreter."""

    path: Path
    #: "--python", "[tool.swerve]", "VIRTUAL_ENV", ".venv", "venv" or "running".
    found_by: str
    #: What a person calls it; the path when it is empty.
    name: str = ""

    def not_used(self, why: str) -> str:
        """Say that it was passed over."""
        named_by = (
            f" ({self.found_by})" if self.found_by in ("[tool.swerve]", "VIRTUAL_ENV") else ""
        )
        return f"{self.name or self.path}{named_by} is not used: {why}"


#: A program, or in words for a person why a place has none that can be used.
Place: TypeAlias = Candidate | str


def candidates(
    folder: Path, first: Iterable[Path] = (), held: str | None = None
) -> Iterator[Place]:
    """What may be the interpreter, best first, for the project around a folder.

    Environments around the folders `first` come before those around `folder`. `held` is what
    `[tool.swerve]` said before a change: what the change itself says is passed over.
    """
    yield from _configured(folder, held)
    active = os.environ.get("VIRTUAL_ENV", "")
    # Whoever starts swerve from its own environment has not chosen that for the project.
    is_own = bool(active) and os.path.realpath(active) == os.path.realpath(sys.prefix)
    if active and not is_own:
        yield _active(active)
    seen: set[Path] = set()
    for start in (*first, folder):
        for place in _up_to_the_project(start):
            if place not in seen:
                seen.add(place)
                yield from _environments(place)
    if is_own:
        yield _active(active)
    if sys.executable:
        yield Candidate(Path(sys.executable), "running")


def named(name: str, folder: Path, found_by: str = "--python") -> Candidate:
    """The interpreter that a person named: a path, an environment, "python3.12", "3.12"."""
    path = Path(os.path.normpath(folder.absolute() / os.path.expanduser(name)))
    program = _program_of(path)
    if _is_program(program) and ("/" in name or not shutil.which(name)):
        return Candidate(program, found_by)
    if "/" not in name:
        command = f"python{name}" if re.fullmatch(r"\d+(\.\d+)?t?", name) else name
        folders = [place for place in os.get_exec_path() if os.path.isabs(place)]
        found = shutil.which(command, path=os.pathsep.join(folders))
        if found is not None:
            return Candidate(_behind_shim(Path(found), folder), found_by)
    why = _why_none(path)
    raise PythonMissing(
        f"`{name}` ({found_by}) is not a Python interpreter: {why}."
        if why
        else f"No Python interpreter `{name}` was found ({found_by}).",
        "Give the path of an interpreter or a virtual environment, or a name on the PATH.",
    )


def project_folder(folder: Path) -> Path:
    """The nearest folder above that git or a build file calls a project, else the folder itself."""
    places = (folder, *folder.parents)
    for place in places:
        if os.path.exists(place / ".git"):
            return place
    return next((p for p in places if os.path.isfile(p / "pyproject.toml")), folder)


# --- what nobody asked for by name ----------------------------------------------------------------


def _configured(folder: Path, held: str | None) -> Iterator[Place]:
    """What `[tool.swerve]` says; paths in it are relative to its folder."""
    for place in (folder, *folder.parents):
        tool = read_toml(place / "pyproject.toml").get("tool")
        table = tool.get("swerve") if isinstance(tool, dict) else None
        if not isinstance(table, dict):
            continue
        python = table.get("python")
        if isinstance(python, str) and python:
            if held is None or python == held:
                yield _chosen(python, place)
            else:
                why = "the change itself sets it"
                yield Candidate(Path(python), "[tool.swerve]", python).not_used(why)
        return


def _chosen(name: str, folder: Path) -> Place:
    try:
        found = named(name, folder, "[tool.swerve]")
    except PythonMissing:
        path = Path(os.path.normpath(folder / os.path.expanduser(name)))
        why = _why_none(path) or "it does not exist"
        return Candidate(path, "[tool.swerve]", name).not_used(why)
    if _is_tracked(found.path):
        return f"{found.path} is tracked by git, so [tool.swerve] cannot choose it"
    return found


def _active(environment: str) -> Place:
    folder = Path(environment).absolute()
    found = Candidate(_program_of(folder), "VIRTUAL_ENV", str(folder))
    if _is_program(found.path):
        return found
    return found.not_used(_why_none(folder) or "it does not exist")


def _environments(place: Path) -> Iterator[Place]:
    for name in ENVIRONMENT_FOLDERS:
        environment = place / name
        found = Candidate(_program_of(environment), name, str(environment))
        try:
            if not stat.S_ISREG(os.stat(environment / "pyvenv.cfg").st_mode):
                continue
        except PermissionError as error:
            # Where the folder around it is closed too, nothing is known to be there.
            if os.path.lexists(environment):
                yield found.not_used(f"{error.strerror}")
            continue
        except (OSError, ValueError):
            continue
        if _is_tracked(environment):
            yield f"{environment} is not used: it is tracked by git, so it came with the code"
        elif _is_program(found.path):
            yield found
        else:
            yield found.not_used(_why_no_python(environment))


def _up_to_the_project(folder: Path) -> Iterator[Path]:
    top = project_folder(folder)
    for place in (folder, *folder.parents):
        yield place
        if place == top:
            return


# --- what is there --------------------------------------------------------------------------------


def _program_of(path: Path) -> Path:
    """The Python of an environment, when the path is a folder."""
    if not os.path.isdir(path):
        return path
    return next(filter(_is_program, (path / name for name in _PROGRAMS)), path / _PROGRAMS[0])


def _is_program(path: Path) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)


def _why_none(path: Path) -> str:
    """What stands at a path instead of a Python; empty when nothing does."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        is_link = os.path.islink(path)
        return f"it is a link to {os.readlink(path)}, which does not exist" if is_link else ""
    except (NotADirectoryError, ValueError):
        return ""
    except OSError as error:
        return f"{error.strerror}"
    if stat.S_ISDIR(mode):
        return _why_no_python(path)
    if stat.S_ISREG(mode):
        return "it is a file that cannot be executed"
    return "it is neither a program nor a folder"


def _why_no_python(environment: Path) -> str:
    """What is wrong with a folder that has no Python to start."""
    program = environment / _PROGRAMS[0]
    try:
        os.stat(program)
    except PermissionError as error:
        return f"{error.strerror}"
    except OSError:
        if os.path.islink(program):
            return f"{_PROGRAMS[0]} is a link to {os.readlink(program)}, which does not exist"
        return f"it is a folder without {_PROGRAMS[0]}"
    return f"{_PROGRAMS[0]} in it cannot be executed"


def _is_tracked(path: Path) -> bool:
    try:
        return is_tracked(path)
    except GitMissing:
        return False


# --- pyenv ----------------------------------------------------------------------------------------


def _behind_shim(path: Path, folder: Path) -> Path:
    """The program that a script of pyenv would start; the path itself when it is none."""
    root = path.parent.parent
    if path.parent.name != "shims" or not os.path.isdir(root / "versions"):
        return path
    chosen = [os.environ.get("PYENV_VERSION", "")]
    chosen += [_first_word(place / ".python-version") for place in (folder, *folder.parents)]
    chosen.append(_first_word(root / "version"))
    try:
        there = sorted((root / "versions").iterdir(), key=_numbers, reverse=True)
    except OSError:
        there = []
    versions = [*(root / "versions" / name for name in chosen if name), *there]
    programs = (version / "bin" / path.name for version in versions)
    return next(filter(_is_program, programs), path)


def _first_word(file: Path) -> str:
    words = read_bytes(file).decode("utf-8", "replace").split()
    return words[0] if words and "/" not in words[0] else ""


def _numbers(path: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", path.name)]
