"""Where do the two versions run?"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from swerve.model import LineNo, Pair, Side
from swerve.run.host import Ground
from swerve.run.project import Interpreter, Project, own_readable
from swerve.run.sandbox import Level
from swerve.source.syntax.conditions import watched_parts

#: File in its tree -> lines of it.
FileLines: TypeAlias = dict[str, tuple[LineNo, ...]]


@dataclass(frozen=True, slots=True)
class Places:
    """What each side runs on, and how confined."""

    old: Ground
    new: Ground
    level: Level


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


def bare_places(folder: Path, level: Level, python: Interpreter | None = None) -> Places:
    """Places without a project: an empty folder, and this interpreter or another one."""
    if python is not None:
        ground = Ground(folder, (), python.executable, python.readable, python.sys_path)
    else:
        ground = Ground(folder, (), Path(sys.executable), own_readable())
    return Places(ground, ground, level)


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
    )
