"""Which files are in a tree, and where is the content of each?"""

from __future__ import annotations

import os
import re
import stat
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from swerve.model import LeftOut
from swerve.model.errors import GitFailed, NotARepository, ObjectMissing, PathMissing

from ._differing import InGit, OnDisk, entries_in_work_tree
from ._raw import Folder, GitTree, Index, Patched, SingleFile, TreeSource, WorkTree
from .disk import walk
from .git._names import quoted
from .git._objects import Objects, Stored, stream
from .git.git import Git, at_top, work_tree_around

#: The version of a path with conflicts that stands for it: ours, theirs, the common ancestor.
_STAGES = "0231"
_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Given:
    """Content that is at hand."""

    data: bytes
    mode: str = "100644"


Kept: TypeAlias = InGit | OnDisk | Given


@dataclass(frozen=True, slots=True)
class Listing:
    """Every path of a tree, files, links and submodules, with the place of its content."""

    #: What paths on disk are relative to, and where git runs.
    top: Path
    #: Names are as they were found: a hostile tree object holds ".." and worse.
    places: dict[str, Kept]
    left_out: tuple[LeftOut, ...] = field(default=())


def list_tree(source: TreeSource) -> Listing:
    """List a tree as it is now. The cost for git is one or two commands, whatever the size."""
    if isinstance(source, GitTree):
        return Listing(source.top, dict(_in_tree(at_top(source.top), source.id)))
    if isinstance(source, Index):
        return Listing(source.top, _in_index(at_top(source.top)))
    if isinstance(source, WorkTree):
        return Listing(source.top, _in_work_tree(source))
    if isinstance(source, Patched):
        return Listing(source.base.top, _patched(source))
    if isinstance(source, SingleFile):
        return Listing(Path(), {source.name: Given(source.data)})
    return _in_folder(source)


def read_objects(
    top: Path, oids: Iterable[str], max_bytes: int
) -> Iterator[tuple[str, Stored | None]]:
    """Read many objects of the repository at `top`, `None` for those it does not have."""
    git = at_top(top)
    wanted = list(oids)
    while wanted:
        with tempfile.TemporaryFile() as questions:
            questions.write("".join(f"{oid}\n" for oid in wanted).encode("ascii"))
            questions.seek(0)
            answered = 0
            for stored in stream(git, questions, max_bytes):
                yield wanted[answered], stored
                answered += 1
        if not answered:
            break
        wanted = wanted[answered:]
    # A partial clone that may not fetch ends git in the middle: the rest is asked one by one.
    with Objects(git) as objects:
        for oid in wanted:
            yield oid, objects.read(oid, max_bytes)


def list_ignored(top: Path) -> tuple[str, ...]:
    """Paths below `top` that git ignores. A folder ignored as a whole ends in "/"."""
    options = ("--others", "--ignored", "--exclude-standard", "--directory", "-z")
    try:
        answer = at_top(top).try_to("ls-files", *options)
    except NotARepository:
        return ()
    return tuple(os.fsdecode(answer.out).split("\0")[:-1]) if answer.status == 0 else ()


def is_tracked(path: Path) -> bool:
    """Whether a file, or something in a folder, is known to the work tree around it.

    So is what a link leads to that is known there.
    """
    path = path.absolute()
    links = (place for place in path.parents if place.is_symlink())
    return any(map(_is_known, (path, *links)))


def _is_known(path: Path) -> bool:
    folder = os.path.realpath(path.parent)
    git = work_tree_around(Path(folder))
    if git is None:
        return False
    name = os.path.relpath(os.path.join(folder, path.name), os.path.realpath(git.top))
    try:
        answer = git.try_to("ls-files", "-z", "--cached", "--", name)
    except GitFailed:  # its settings cannot be read
        return False
    return answer.status == 0 and bool(answer.out)


def _in_tree(git: Git, name: str) -> Iterator[tuple[str, InGit]]:
    """Read "MODE TYPE ID TAB PATH NUL", again and again."""
    if not _ID.fullmatch(name):  # a witness may come from anywhere
        raise ObjectMissing(f"{quoted(name)} is not a commit id.", "Create the witness again.")
    out = git.ask("ls-tree", "-r", "-z", "--full-tree", name).out
    for record in os.fsdecode(out).split("\0")[:-1]:
        head, _, path = record.partition("\t")
        mode, _, oid = head.split(" ")
        yield path, InGit(mode, oid)


def _in_index(git: Git) -> dict[str, Kept]:
    """Read "MODE ID STAGE TAB PATH NUL", again and again."""
    versions: dict[str, dict[str, InGit]] = {}
    for record in os.fsdecode(git.ask("ls-files", "-z", "--stage").out).split("\0")[:-1]:
        head, _, path = record.partition("\t")
        mode, oid, stage = head.split(" ")
        versions.setdefault(path, {})[stage] = InGit(mode, oid)
    return {
        path: next(stages[stage] for stage in _STAGES if stage in stages)
        for path, stages in versions.items()
    }


def _in_work_tree(source: WorkTree) -> dict[str, Kept]:
    """What git calls unchanged is taken from the commit: both sides then have the same bytes.

    That leaves out what filters make of a file (line ends, large file storage), and brings in
    what a sparse checkout leaves out.
    """
    git = at_top(source.top)
    places: dict[str, Kept] = dict(_in_tree(git, source.head))
    for entry in entries_in_work_tree(git, ()):
        if entry.new is None:
            places.pop(entry.path, None)
        else:
            places[entry.path] = entry.new
    return places


def _patched(source: Patched) -> dict[str, Kept]:
    places: dict[str, Kept] = dict(_in_tree(at_top(source.base.top), source.base.id))
    for file in source.files:
        if file.data is None:
            places.pop(file.path, None)
        else:
            places[file.path] = Given(file.data, file.mode)
    return places


def _in_folder(source: Folder) -> Listing:
    try:
        found = walk(source.path, lambda _: True)
    except OSError as error:
        raise PathMissing(
            f"{quoted(str(source.path))} cannot be read: {error.strerror}.", "Check the path."
        ) from error
    places: dict[str, Kept] = {}
    left_out = [LeftOut(path, trouble.message) for path, trouble in found.closed.items()]
    for path, status in found.files.items():
        if stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode):
            places[path] = OnDisk()
        else:
            left_out.append(LeftOut(path, "not a regular file"))
    return Listing(source.path, places, tuple(left_out))
