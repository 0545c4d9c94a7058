"""What is in the files that differ, and which of them are not looked at?"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from swerve.model import LeftOut, Problem, Side

from ._differing import Entry, OnDisk, Place
from ._raw import FileVersions
from ._selection import CONTRACT_FILE, Selection, larger_than
from .disk import Absent, Content, Loaded, Refused, Unreadable, read_file
from .git._objects import Objects
from .pairing._lost import Sides, Unseen, left_out_now, moved_out_of_sight

#: What became of a path; `None` when it does not concern us or does not differ after all.
Found: TypeAlias = FileVersions | LeftOut | Problem | None


@dataclass(frozen=True, slots=True)
class Contents:
    """Every path that differs, in path order: read, in trouble, or left out."""

    files: tuple[FileVersions, ...] = ()
    problems: tuple[Problem, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


def read_contents(
    objects: Objects, top: Path, entries: Iterable[Entry], selection: Selection
) -> Contents:
    """Read both versions of each file. `top` is where the files of the work tree are."""
    ordered = sorted(entries, key=lambda entry: entry.path)
    found = [_read(objects, top, entry, selection) for entry in ordered]
    unseen = [
        (each.file, _sides(objects, top, entry, selection.max_bytes))
        for entry, each in zip(ordered, found, strict=True)
        if isinstance(each, LeftOut) and each.file.endswith(".py")
    ]
    return contents_from(found, unseen)


def contents_from(found: Iterable[Found], unseen: Iterable[Unseen] = ()) -> Contents:
    """Sort what was found by kind, in the order given. `unseen` are files that are left out."""
    items = list(found)
    files = tuple(item for item in items if isinstance(item, FileVersions))
    problems = tuple(item for item in items if isinstance(item, Problem))
    left_out = tuple(item for item in items if isinstance(item, LeftOut))
    return Contents(files, (*problems, *moved_out_of_sight(files, unseen)), left_out)


def versions_from(path: str, old: Loaded, new: Loaded, selection: Selection) -> Found:
    """Turn what was read on the two sides into one answer about the file."""
    if isinstance(new, Refused) and isinstance(old, Content):
        return left_out_now(path, old.data, new.why, selection)
    for side, loaded in ((Side.OLD, old), (Side.NEW, new)):
        if isinstance(loaded, Refused):
            return LeftOut(path, loaded.why)
        if isinstance(loaded, Unreadable):
            return Problem(loaded.code, path, side, loaded.message, loaded.hint)
    old_data = old.data if isinstance(old, Content) else None
    new_data = new.data if isinstance(new, Content) else None
    if old_data == new_data:
        return None
    why = selection.why_left_out_by_content(path, old_data, new_data)
    return LeftOut(path, why) if why else FileVersions(path, old_data, new_data)


def _read(objects: Objects, top: Path, entry: Entry, selection: Selection) -> Found:
    path = entry.path
    if not (entry.is_submodule or path.endswith(".py")):
        return None
    if entry.only_mode_differs:
        return None
    if why := selection.why_left_out(path):
        return LeftOut(path, why)
    if entry.is_submodule or entry.is_link:
        why = "submodule" if entry.is_submodule else "symbolic link"
        was_file = entry.old is not None and not (entry.old.is_submodule or entry.old.is_link)
        old = load(objects, top, path, entry.old if was_file else None, selection.max_bytes)
        if isinstance(old, Content) and entry.new is not None:
            return left_out_now(path, old.data, why, selection)
        return LeftOut(path, why)
    if entry.unmerged:
        return Problem(
            "unmerged-file",
            path,
            Side.NEW,
            "the index has several versions of it, from an unfinished merge",
            "Resolve the conflict and `git add` the file, or check without `--staged`.",
        )
    old = load(objects, top, path, entry.old, selection.max_bytes)
    new = load(objects, top, path, entry.new, selection.max_bytes)
    return versions_from(path, old, new, selection)


def _sides(objects: Objects, top: Path, entry: Entry, max_bytes: int) -> Sides:
    """Both versions of a file, once somebody wants them."""

    def read() -> tuple[Loaded, Loaded]:
        if entry.is_submodule or entry.is_link:
            return Absent(), Absent()
        old = load(objects, top, entry.path, entry.old, max_bytes)
        return old, load(objects, top, entry.path, entry.new, max_bytes)

    return read


def load(objects: Objects, top: Path, path: str, place: Place, max_bytes: int) -> Loaded:
    """Read one version of a file from where it is."""
    if place is None:
        return Absent()
    if isinstance(place, OnDisk):
        return read_file(os.path.join(top, path), max_bytes)
    stored = objects.read(place.oid, max_bytes)
    if stored is None:
        return Unreadable(
            "object-missing",
            f"its content (blob {place.oid[:10]}) is not in this clone",
            "In a partial clone, `git diff` of the same commits fetches it; "
            "otherwise look for damage with `git fsck`.",
        )
    return Refused(larger_than(max_bytes)) if stored.data is None else Content(stored.data)


def unread(contents: Contents) -> Iterator[str]:
    """Python files that differ, that nobody asked to leave out, and that others may import."""
    for left in contents.left_out:
        is_wanted = left.why.startswith(("excluded by", "not matched by"))
        is_importable = left.file.endswith(".py") and left.why not in (CONTRACT_FILE, "test code")
        if is_importable and not is_wanted:
            yield left.file
