"""Where do the two versions run?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from swerve.model import LineNo, Pair, Settings, Side
from swerve.source import RawChange
from swerve.source.syntax.conditions import watched_parts

from .host import Ground
from .project import (
    Interpreter,
    Project,
    close_project,
    django_settings,
    open_project,
    own_readable,
)
from .sandbox import Level

#: File in its tree -> lines of it.
FileLines: TypeAlias = dict[str, tuple[LineNo, ...]]


@dataclass(frozen=True, slots=True)
class Places:
    """What each side runs on, and how confined."""

    old: Ground
    new: Ground
    level: Level


@contextmanager
def opened_project(
    raw: RawChange, settings: Settings, level: Level, folder: Path | None = None
) -> Iterator[Project]:
    """Both trees of a change, laid out as the user wants it, as long as this is open."""
    project = open_project(
        raw,
        python=settings.python,
        setup=settings.setup,
        folder=folder or settings.folder,
        level=level,
        readable=settings.readable,
    )
    try:
        yield project
    finally:
        close_project(project)


def places_of(project: Project, level: Level) -> Places:
    """What both sides of a project run on."""
    return Places(ground_of(project, Side.OLD), ground_of(project, Side.NEW), level)


def ground_of(project: Project, side: Side) -> Ground:
    """What one side of a project runs on."""
    checkout = project.side(side)
    interpreter = project.interpreter
    return Ground(
        tree=checkout.tree.path,
        roots=checkout.roots,
        interpreter=interpreter.executable,
        readable=interpreter.readable,
        sys_path=interpreter.sys_path,
        django=django_settings(checkout.tree.path),
    )


def files_of(pair: Pair, inside: tuple[str, str]) -> tuple[str, str]:
    """Where the two versions of a pair are in their trees.

    `inside` says where in its tree what was given lies, on each side; empty where it is the tree.
    """
    old, new = (
        f"{folder}/{function.module.path}" if folder else function.module.path
        for folder, function in zip(inside, (pair.old, pair.new), strict=True)
    )
    return old, new


def lines_of(pair: Pair, inside: tuple[str, str]) -> tuple[FileLines, FileLines]:
    """All lines of the two versions of a pair, by their files, as `files_of` names those.

    Among them are the numbers of the parts of expressions that changed.
    """
    old, new = (
        {file: (*range(function.first_line, function.last_line + 1), *watched_parts(function))}
        for file, function in zip(files_of(pair, inside), (pair.old, pair.new), strict=True)
    )
    return old, new


def lines_of_modules(places: Places, modules: tuple[str, str]) -> tuple[FileLines, FileLines]:
    """All lines of two modules, by their files, on each side, where these can be found."""
    old, new = (
        {file: tuple(range(1, (ground.tree / file).read_bytes().count(b"\n") + 2))}
        if (file := _file_of(ground, module))
        else {}
        for ground, module in zip((places.old, places.new), modules, strict=True)
    )
    return old, new


def _file_of(ground: Ground, module: str) -> str:
    """The file of a module in its tree; empty where there is none."""
    inner = module.replace(".", "/")
    files = (
        Path(root, f"{inner}{end}").as_posix()
        for root in ground.roots
        for end in (".py", "/__init__.py")
    )
    return next((file for file in files if (ground.tree / file).is_file()), "")


def bare_places(folder: Path, level: Level, python: Interpreter | None = None) -> Places:
    """Places without a project: an empty folder, and this interpreter or another one."""
    if python is not None:
        ground = Ground(folder, (), python.executable, python.readable, python.sys_path)
    else:
        ground = Ground(folder, (), Path(sys.executable), own_readable())
    return Places(ground, ground, level)
