"""Which files differ, and what is in them, before anything is understood?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from swerve.model import Brought, Intent, LeftOut, Problem
from swerve.source._sources import TreeSource


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
