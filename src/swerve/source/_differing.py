"""Which paths differ, before any content is read?"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from .git._objects import Objects
from .git.git import Git

_LINK = "120000"
_SUBMODULE = "160000"
_POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:ext-.*\n)*"
    rb"oid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n"
)
_LONGEST_POINTER = 1024
_CHUNK_BYTES = 1 << 20
#: The .gitmodules of the change may say that submodules are to be ignored.
_RAW = ("-z", "--raw", "--no-renames", "--no-abbrev", "--ignore-submodules=none")


@dataclass(frozen=True, slots=True)
class InGit:
    """A version in git's object database."""

    #: As git writes it: "100644", "120000" for a link, "160000" for a submodule.
    mode: str
    oid: str

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return self.mode == _LINK

    @property
    def is_submodule(self) -> bool:
        """Whether it is a commit of another repository."""
        return self.mode == _SUBMODULE


@dataclass(frozen=True, slots=True)
class OnDisk:
    """The version in the work tree."""


Place: TypeAlias = InGit | OnDisk | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A path that differs, and where its two versions are; `None` where it does not exist."""

    path: str
    old: InGit | None
    new: Place
    #: A merge left several versions in the index, so that none of them is the new one.
    unmerged: bool = False
    tracked: bool = True

    @property
    def is_submodule(self) -> bool:
        """Whether one of the two versions is a submodule."""
        return any(isinstance(side, InGit) and side.is_submodule for side in (self.old, self.new))

    @property
    def only_mode_differs(self) -> bool:
        """Whether git knows that the content is the same."""
        if self.is_submodule or self.old is None or not isinstance(self.new, InGit):
            return False
        return self.old.oid == self.new.oid and self.old.is_link == self.new.is_link

    @property
    def is_link(self) -> bool:
        """Whether one of the two versions is known to be a symbolic link."""
        return any(isinstance(side, InGit) and side.is_link for side in (self.old, self.new))


def entries_between(git: Git, old: str, new: str, limits: tuple[str, ...]) -> list[Entry]:
    """Compare two trees. The cost grows with what differs, not with the trees."""
    return _entries_from_raw(git.ask("diff-tree", "-r", *_RAW, old, new, "--", *limits).out)


def entries_in_index(git: Git, old: str, limits: tuple[str, ...]) -> list[Entry]:
    """Compare a tree with the index."""
    return _entries_from_raw(git.ask("diff-index", "--cached", *_RAW, old, "--", *limits).out)


def entries_in_work_tree(git: Git, limits: tuple[str, ...]) -> list[Entry]:
    """Compare HEAD with the work tree, untracked files included.

    `git status` is the one command that looks at the content of files with a new time
    stamp, as `git diff` does, and is promised not to write what it learned to the index.
    A file that was staged and then reverted comes along although it does not differ.
    """
    options = ("--porcelain=v2", "-z", "--no-renames", "--untracked-files=all")
    answer = git.ask("status", *options, "--ignore-submodules=dirty", "--", *limits)
    found: dict[str, Entry] = {}
    for entry in _entries_from_status(answer.out):
        tracked = found.get(entry.path)
        # Removed from the index and still on disk: git lists it a second time, as untracked.
        found[entry.path] = replace(tracked, new=entry.new) if tracked else entry
    with Objects(git) as objects:
        entries = [each for each in found.values() if not _is_stored_apart(objects, git.top, each)]
    return sorted(entries, key=lambda entry: entry.path)


def _is_stored_apart(objects: Objects, top: Path, entry: Entry) -> bool:
    """Whether a file only seems to differ, as the filter of large file storage would tell git.

    No filter runs. What git has for such a file is the hash of its content.
    """
    if entry.path.endswith(".py") or entry.old is None or not isinstance(entry.new, OnDisk):
        return False
    stored = objects.read(entry.old.oid, _LONGEST_POINTER)
    pointer = _POINTER.fullmatch((stored and stored.data) or b"")
    if pointer is None:
        return False
    digest = hashlib.sha256()
    try:
        descriptor = os.open(top / entry.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            if os.fstat(descriptor).st_size != int(pointer[2]):
                return False
            while chunk := file.read(_CHUNK_BYTES):
                digest.update(chunk)
    except OSError:
        return False
    return digest.hexdigest() == pointer[1].decode("ascii")


def _entries_from_raw(out: bytes) -> list[Entry]:
    """Read ":MODE MODE ID ID STATUS NUL PATH NUL", again and again."""
    fields = iter(os.fsdecode(out).split("\0")[:-1])
    entries = []
    for head in fields:
        old_mode, new_mode, old_id, new_id, status = head.removeprefix(":").split(" ")
        old, new = _in_git(old_mode, old_id), _in_git(new_mode, new_id)
        entries.append(Entry(next(fields), old, new, unmerged=status == "U"))
    return entries


def _entries_from_status(out: bytes) -> Iterator[Entry]:
    for record in os.fsdecode(out).split("\0")[:-1]:
        if record.startswith("1 "):
            _, _, _, mode, index_mode, disk_mode, oid, index_id, path = record.split(" ", 8)
            new: Place = None if _is_nothing(disk_mode) else OnDisk()
            if _SUBMODULE in (index_mode, disk_mode):
                new = InGit(_SUBMODULE, index_id)
            yield Entry(path, _in_git(mode, oid), new)
        elif record.startswith("u "):
            # Of the three versions that the merge left, the second is the one of HEAD.
            words = record.split(" ", 10)
            new = None if _is_nothing(words[6]) else OnDisk()
            yield Entry(words[10], _in_git(words[4], words[8]), new)
        elif record.startswith("? ") and not record.endswith("/"):
            yield Entry(record[2:], None, OnDisk(), tracked=False)


def _in_git(mode: str, oid: str) -> InGit | None:
    return None if _is_nothing(mode) else InGit(mode, oid)


def _is_nothing(mode: str) -> bool:
    return not mode.strip("0")
