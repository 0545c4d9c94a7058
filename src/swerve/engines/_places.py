"""Where do the two versions run?"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from swerve.host import Ground
from swerve.project import Interpreter
from swerve.sandbox import Level


@dataclass(frozen=True, slots=True)
class Places:
    """What each side runs on, and how confined."""

    old: Ground
    new: Ground
    level: Level


def bare_places(folder: Path, level: Level, python: Interpreter | None = None) -> Places:
    """Places without a project: an empty folder, and this interpreter or another one."""
    if python is not None:
        ground = Ground(folder, (), python.executable, python.readable, python.sys_path)
    else:
        ground = Ground(folder, (), Path(sys.executable), _prefixes())
    return Places(ground, ground, level)


def _prefixes() -> tuple[Path, ...]:
    return tuple({Path(sys.base_prefix), Path(sys.prefix)})
