"""What has to be in a tree, and is it?"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from swerve.model import LeftOut

from ._blobs import BlobId, is_untouched

_LONGEST_NAME = 255


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A regular file."""

    path: str
    id: BlobId
    executable: bool
    size: int


@dataclass(frozen=True, slots=True)
class LinkEntry:
    """A symbolic link that stays inside the tree."""

    path: str
    target: str


@dataclass(frozen=True, slots=True)
class FolderEntry:
    """An empty folder: where a submodule would be."""

    path: str


Entry: TypeAlias = FileEntry | LinkEntry | FolderEntry


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of a tree, in path order, and what was left out of it."""

    entries: tuple[Entry, ...]
    left_out: tuple[LeftOut, ...] = ()

    @property
    def bytes(self) -> int:
        """The size of all files together."""
        return sum(entry.size for entry in self.entries if isinstance(entry, FileEntry))

    def folders(self) -> list[str]:
        """Every folder, parents first."""
        found = {entry.path for entry in self.entries if isinstance(entry, FolderEntry)}
        for entry in self.entries:
            found.update(_parents(entry.path))
        return sorted(found)

    def to_json(self) -> str:
        """Write it down."""
        left_out = [[one.file, one.why] for one in self.left_out]
        return json.dumps({"entries": list(self._rows()), "left_out": left_out})

    def _rows(self) -> Iterator[list[str | int]]:
        for entry in self.entries:
            if isinstance(entry, FileEntry):
                yield ["x" if entry.executable else "f", entry.path, entry.id, entry.size]
            elif isinstance(entry, LinkEntry):
                yield ["l", entry.path, entry.target]
            else:
                yield ["d", entry.path]


def manifest_from_json(text: str) -> Manifest:
    """Read what `to_json` wrote; `ValueError` when it is something else."""
    try:
        value = json.loads(text)
        entries = tuple(_entry_from_row(row) for row in value["entries"])
        return Manifest(entries, tuple(LeftOut(str(f), str(w)) for f, w in value["left_out"]))
    except (TypeError, LookupError) as error:
        raise ValueError("not a manifest") from error


def manifest_at(place: Path) -> Manifest | None:
    """Read the manifest of a tree in the cache; `None` when there is none that can be read."""
    try:
        return manifest_from_json((place / "manifest").read_text("ascii"))
    except (OSError, ValueError):
        return None


def manifest_of(entries: Iterable[Entry], left_out: Iterable[LeftOut]) -> Manifest:
    """Put entries into a manifest, without those that cannot stand beside the others."""
    named = {entry.path: entry for entry in entries}
    folders = {folder for path in named for folder in _parents(path)}
    clashes = [
        LeftOut(path, "there is also a folder of that name")  # in a tree object made by hand
        for path, entry in named.items()
        if path in folders and not isinstance(entry, FolderEntry)
    ]
    for clash in clashes:
        del named[clash.file]
    return Manifest(tuple(named[path] for path in sorted(named)), (*left_out, *clashes))


def why_unsafe(path: str) -> str | None:
    """Say why nothing may be written at a path inside the tree; `None` when it may."""
    parts = path.split("/")
    if any(part in ("", ".", "..") for part in parts) or "\0" in path:
        return "its path points outside the tree"
    if any(part.lower() == ".git" for part in parts):
        return "it belongs to git"
    if any(len(os.fsencode(part)) > _LONGEST_NAME for part in parts):
        return "its name is too long"
    return None


def stays_inside(path: str, target: str) -> bool:
    """Whether a link at `path` can only lead to something in the tree.

    All the ".." must come first: behind a name, which may be another link, they lead anywhere.
    """
    if not target or target.startswith("/") or "\0" in target:
        return False
    parts = [part for part in target.split("/") if part not in ("", ".")]
    ups = 0
    while ups < len(parts) and parts[ups] == "..":
        ups += 1
    return ".." not in parts[ups:] and ups <= path.count("/")


def is_intact(manifest: Manifest, top: str) -> bool:
    """Whether a tree still is what was put there, as far as names, sizes and times tell."""
    expected: dict[str, Entry | None] = dict.fromkeys(manifest.folders())
    expected.update((e.path, e) for e in manifest.entries if not isinstance(e, FolderEntry))
    seen = 0
    waiting = [""]
    try:
        while waiting:
            prefix = waiting.pop()
            with os.scandir(os.path.join(top, prefix)) as scan:
                for item in scan:
                    path = prefix + item.name
                    if path not in expected or not _is_as_expected(item, expected[path]):
                        return False
                    if expected[path] is None:
                        waiting.append(f"{path}/")
                    seen += 1
    except OSError:
        return False
    return seen == len(expected)


def _is_as_expected(item: os.DirEntry[str], entry: Entry | None) -> bool:
    if isinstance(entry, FileEntry):
        return is_untouched(item.stat(follow_symlinks=False), entry.size, entry.executable)
    if isinstance(entry, LinkEntry):
        return item.is_symlink() and os.readlink(item.path) == entry.target
    return stat.S_ISDIR(item.stat(follow_symlinks=False).st_mode)


def _parents(path: str) -> Iterator[str]:
    at = path.rfind("/")
    while at > 0:
        yield path[:at]
        at = path.rfind("/", 0, at)


def _entry_from_row(row: list[object]) -> Entry:
    kind, path = row[0], row[1]
    if kind in ("f", "x"):
        _, _, name, size = row
        if isinstance(path, str) and isinstance(name, str) and isinstance(size, int):
            return FileEntry(path, name, kind == "x", size)
    elif kind == "l":
        _, _, target = row
        if isinstance(path, str) and isinstance(target, str):
            return LinkEntry(path, target)
    elif kind == "d" and isinstance(path, str):
        return FolderEntry(path)
    raise ValueError("not a manifest")
