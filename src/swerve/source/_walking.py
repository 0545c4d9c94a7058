"""Which files lie below a folder?"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from swerve.source.disk import Unreadable, loaded_from_error

#: Never a part of the project. `build` and `dist` are names of packages too, so they stay.
_SKIPPED = frozenset(
    (
        *(".git", ".hg", ".svn", "node_modules", "__pycache__"),
        *(".venv", ".tox", ".nox", ".eggs", ".mypy_cache", ".ruff_cache", ".pytest_cache"),
    )
)
#: A folder with one of these is a virtual environment or a cache, whatever its name.
_SIGNS = frozenset(("pyvenv.cfg", "CACHEDIR.TAG"))


@dataclass(frozen=True, slots=True)
class Walked:
    """Files and links by relative path, and the folders that would not open."""

    files: dict[str, os.stat_result] = field(default_factory=dict)
    closed: dict[str, Unreadable] = field(default_factory=dict)


def walk(top: Path, is_wanted: Callable[[str], bool]) -> Walked:
    """Find what has a wanted name, without following links; `OSError` when `top` cannot be read."""
    found = Walked()
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(os.path.join(top, folder)) as scan:
                entries = list(scan)
        except OSError as error:
            if not folder:
                raise
            trouble = loaded_from_error(error)
            if isinstance(trouble, Unreadable):
                found.closed[folder] = trouble
            continue
        if folder and any(entry.name in _SIGNS for entry in entries):
            continue
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _SKIPPED:
                    waiting.append(path)
            elif is_wanted(entry.name):
                with suppress(FileNotFoundError):
                    found.files[path] = entry.stat(follow_symlinks=False)
    return found
