"""What is in a file on disk or below a folder, without following links or waiting for anything?"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from ._selection import larger_than

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
class Content:
    """The bytes of a file."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Absent:
    """There is no file of that name."""


@dataclass(frozen=True, slots=True)
class Refused:
    """There is something, and it is not looked at on purpose."""

    #: "symbolic link", "larger than 1.0 MB, see --max-file-size".
    why: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """There is something, and it could not be read."""

    #: Code of the problem, with an entry in docs/messages.md.
    code: str
    message: str
    hint: str


Loaded: TypeAlias = Content | Absent | Refused | Unreadable


def read_file(path: str, max_bytes: int) -> Loaded:
    """Read a regular file. One that disappears meanwhile is absent."""
    try:
        kind = os.lstat(path).st_mode
        if stat.S_ISLNK(kind):
            return Refused("symbolic link")
        if stat.S_ISDIR(kind):
            return Absent()
        if not stat.S_ISREG(kind):
            return Refused("not a regular file")
        # The flags matter when a link or a pipe takes the place of the file just now.
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            data = file.read(max_bytes + 1)
    except OSError as error:
        return loaded_from_error(error)
    return Refused(larger_than(max_bytes)) if len(data) > max_bytes else Content(data)


def loaded_from_error(error: OSError) -> Loaded:
    """Say what a failure to read tells about the file."""
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return Absent()
    if error.errno == errno.ELOOP:
        return Refused("symbolic link")
    words = error.strerror or type(error).__name__
    return Unreadable("file-unreadable", f"cannot be read: {words}", "Check its permissions.")


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
