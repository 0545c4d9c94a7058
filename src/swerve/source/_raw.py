"""Which files differ, what is in them, and where are their trees, before anything is understood?"""

from __future__ import annotations

import difflib
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from swerve.model import Brought, Intent, LeftOut, Problem


@dataclass(frozen=True, slots=True)
class GitTree:
    """What a commit or a tree holds."""

    #: The top of the work tree, or the git folder of a bare repository.
    top: Path
    #: Full id of a commit or a tree.
    id: str


@dataclass(frozen=True, slots=True)
class Index:
    """What is staged at the time it is read."""

    top: Path


@dataclass(frozen=True, slots=True)
class WorkTree:
    """The files of a work tree at the time they are read: tracked, or untracked and not ignored."""

    top: Path
    #: Full id of the commit that it is compared with.
    head: str


@dataclass(frozen=True, slots=True)
class PatchedFile:
    """What a patch makes of one path."""

    path: str
    #: As git writes it: "100644", "120000" for a link.
    mode: str
    #: `None` where the patch removes the file.
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Patched:
    """A commit with a patch applied, which exists nowhere else."""

    base: GitTree
    files: tuple[PatchedFile, ...]


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder outside git's care, at the time it is read."""

    path: Path


@dataclass(frozen=True, slots=True)
class SingleFile:
    """One file and nothing around it. Its content comes along: a pipe can be read only once."""

    #: What the file is called in the change, on both sides.
    name: str
    data: bytes


TreeSource: TypeAlias = GitTree | Index | WorkTree | Patched | Folder | SingleFile


@dataclass(frozen=True, slots=True)
class FileVersions:
    """One file on both sides, as bytes. `None` where it does not exist; never both."""

    #: Relative to the tree, with "/"; undecodable bytes as surrogate escapes.
    path: str
    old: bytes | None
    new: bytes | None


@dataclass(frozen=True, slots=True)
class RawChange:
    """What a source of changes delivers: only Python files that differ, in path order."""

    old: str
    new: str
    files: tuple[FileVersions, ...]
    intent: Intent = field(default_factory=Intent)
    problems: tuple[Problem, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    #: Where all files of the two sides are, old first; `None` where there is nothing to run.
    trees: tuple[TreeSource, TreeSource] | None = None
    #: The `[tool.swerve]` that holds for it, by parameter names; `None` where nobody asked.
    settings: Mapping[str, object] | None = None
    brought: tuple[Brought, ...] = ()
    #: Paths of files and folders beside those that differ and above them, before the change and
    #: with it: what may be a module or a package of the project.
    around: frozenset[str] = frozenset()
    #: Paths of Python files that differ and are not in `files`: those of tests and contracts are
    #: left out, which no code of the project imports.
    unread: tuple[str, ...] = ()
    #: Paths of files that differ, of whatever kind; of two folders, those that are no Python.
    beside: tuple[str, ...] = ()


def diff_text(raw: RawChange, only: Container[str] | None = None) -> str:
    """All files of a change that differ, or some of them, as `diff -u` would show them."""
    files = (file for file in raw.files if only is None or file.path in only)
    return "".join(chain.from_iterable(map(_lines, files)))


def _lines(file: FileVersions) -> list[str]:
    old, new = (_text(side).splitlines(keepends=True) for side in (file.old, file.new))
    old_name = "/dev/null" if file.old is None else f"a/{file.path}"
    new_name = "/dev/null" if file.new is None else f"b/{file.path}"
    found = difflib.unified_diff(old, new, old_name, new_name)
    return [line if line.endswith("\n") else f"{line}\n" for line in found]


def _text(data: bytes | None) -> str:
    return "" if data is None else data.decode("utf-8", "replace")
