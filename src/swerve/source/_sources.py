"""Where do the two trees of a change come from?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias


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
