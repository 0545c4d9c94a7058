"""What is the content of every file of a tree, and is it in the cache by now?"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from swerve.model import LeftOut
from swerve.model.errors import TreeTooLarge
from swerve.source import Given, InGit, Listing, read_objects

from ._blobs import BlobId, Blobs, blob_id
from ._manifest import (
    Entry,
    FileEntry,
    FolderEntry,
    LinkEntry,
    Manifest,
    manifest_of,
    stays_inside,
    why_unsafe,
)

#: Changes with what a key stands for: the limits, what is left out.
_VERSION = "swerve tree 1"
#: Larger files are not put into a tree: they are data, and both sides go without.
MAX_FILE_BYTES = 64_000_000
_MAX_FILES = 200_000
_MAX_TREE_BYTES = 4_000_000_000
_LONGEST_TARGET = 4096
#: Reasons that may be gone the next time, or in another clone with the same tree.
NOT_IN_CLONE = "its content is not in this clone"
DAMAGED = "its content is damaged"

_FILE, _EXECUTABLE, _LINK, _SUBMODULE = "100644", "100755", "120000", "160000"


class BlobsGone(Exception):
    """A content that had been put into the cache is gone or damaged: gather again."""


class Item(NamedTuple):
    """What stands at a path. The content of a link is its target."""

    mode: str
    id: BlobId


@dataclass(frozen=True, slots=True)
class Gathered:
    """Every path with the name of its content, which is in git or in the cache."""

    top: Path
    items: dict[str, Item] = field(default_factory=dict)
    #: Contents that git has, and perhaps the cache.
    in_git: set[BlobId] = field(default_factory=set)
    left_out: list[LeftOut] = field(default_factory=list)

    @property
    def key(self) -> str:
        """A name for the tree, 40 digits: the same content has the same key, from any source."""
        rows = [f"{mode} {name}\t{path}\0" for path, (mode, name) in sorted(self.items.items())]
        data = "".join([_VERSION, "\n", *rows]).encode("utf-8", "surrogateescape")
        return hashlib.sha256(data).hexdigest()[:40]


def gather(listing: Listing, blobs: Blobs, inside: str = "") -> Gathered:
    """Name every content; what is not in git goes into the cache now.

    What cannot be there is left out with a note: a tree is of use without a broken link.
    `inside` is the folder of the tree that everything goes into.
    """
    if len(listing.places) > _MAX_FILES:
        raise TreeTooLarge(
            f"{listing.top} contains {len(listing.places):,} files; swerve copies at most "
            f"{_MAX_FILES:,}.",
            "Compare the folder of one project: `swerve diff OLD NEW`.",
        )
    gathered = Gathered(listing.top, left_out=list(listing.left_out))
    for path, place in listing.places.items():
        if "__pycache__/" in path:
            continue  # compiled code may differ from the source that is being looked at
        if why := why_unsafe(path):
            gathered.left_out.append(LeftOut(path, why))
            continue
        target = f"{inside}/{path}" if inside else path
        if isinstance(place, InGit):
            gathered.items[target] = _item_in_git(place)
            gathered.in_git.add(place.oid)
            continue
        read = place if isinstance(place, Given) else _from_disk(listing.top, path)
        if isinstance(read, LeftOut):
            gathered.left_out.append(read)
        elif read is not None:
            gathered.items[target] = _keep(read, blobs)
    return gathered


def as_seen(listing: Listing, seen: Iterable[tuple[str, bytes | None]]) -> Listing:
    """The listing with contents read before: a file edited meanwhile stays as it was judged."""
    places = dict(listing.places)
    for path, data in seen:
        place = places.pop(path, None)
        if data is None:
            continue
        if isinstance(place, InGit) and blob_id(data, len(place.oid)) == place.oid:
            places[path] = place
        elif isinstance(place, (InGit, Given)):
            places[path] = Given(data, place.mode)
        else:
            executable = os.access(os.path.join(listing.top, path), os.X_OK)
            places[path] = Given(data, _EXECUTABLE if executable else _FILE)
    return replace(listing, places=places)


def complete(gathered: Gathered, blobs: Blobs) -> Manifest:
    """Bring what is in git into the cache too, and see that all of it is sound.

    What is left out here follows from the content, so that it is known with the tree.
    """
    users: dict[BlobId, dict[str, list[str]]] = {}
    entries: list[Entry] = []
    for path, item in gathered.items.items():
        if item.mode == _SUBMODULE:
            entries.append(FolderEntry(path))
        else:
            users.setdefault(item.id, {}).setdefault(item.mode, []).append(path)
    left_out: list[LeftOut] = []
    for found in _found(gathered, users, blobs):
        for path in users[found.id][found.mode]:
            entry = _entry(path, found)
            if isinstance(entry, LeftOut):
                left_out.append(entry)
            else:
                entries.append(entry)
    manifest = manifest_of(entries, left_out)
    if manifest.bytes > _MAX_TREE_BYTES:
        raise TreeTooLarge(
            f"The files of {gathered.top} take {manifest.bytes / 1e9:.1f} GB in total.",
            f"swerve copies at most {_MAX_TREE_BYTES / 1e9:.0f} GB. Keep data in files that git "
            "ignores.",
        )
    return manifest


class _Found(NamedTuple):
    id: BlobId
    mode: str
    #: Why it is not in the cache; empty when it is.
    why_not: str = ""
    size: int = 0
    target: str = ""


def _found(
    gathered: Gathered, users: Mapping[BlobId, Mapping[str, list[str]]], blobs: Blobs
) -> Iterator[_Found]:
    """Look up each content in the cache, then the missing ones in git, all in one go."""
    missing: dict[BlobId, list[str]] = {}
    for name, modes in users.items():
        for mode in modes:
            size = blobs.size(name, mode == _EXECUTABLE)
            if size is None:
                missing.setdefault(name, []).append(mode)
            else:
                yield _found_in_cache(name, mode, size, blobs)
    if not missing:
        return
    if not missing.keys() <= gathered.in_git:
        raise BlobsGone
    for name, stored in read_objects(gathered.top, missing, MAX_FILE_BYTES):
        for mode in missing[name]:
            if stored is None:
                yield _Found(name, mode, NOT_IN_CLONE)
            elif stored.data is None:
                yield _Found(name, mode, _too_large())
            elif blob_id(stored.data, len(name)) != name:
                yield _Found(name, mode, DAMAGED)
            else:
                blobs.put(name, mode == _EXECUTABLE, stored.data)
                yield _found_in_cache(name, mode, len(stored.data), blobs)


def _found_in_cache(name: BlobId, mode: str, size: int, blobs: Blobs) -> _Found:
    if mode != _LINK:
        return _Found(name, mode, size=size)
    data = blobs.read(name) if size <= _LONGEST_TARGET else b""
    return _Found(name, mode, size=size, target=os.fsdecode(data or b""))


def _entry(path: str, found: _Found) -> Entry | LeftOut:
    if found.why_not:
        return LeftOut(path, found.why_not)
    if found.mode != _LINK:
        return FileEntry(path, found.id, found.mode == _EXECUTABLE, found.size)
    if stays_inside(path, found.target):
        return LinkEntry(path, found.target)
    return LeftOut(path, "a link that points outside the tree")


def _item_in_git(place: InGit) -> Item:
    # A submodule is an empty folder here, whatever commit it stands for.
    return Item(_usual_mode(place.mode), "" if place.is_submodule else place.oid)


def _keep(content: Given, blobs: Blobs) -> Item:
    item = Item(_usual_mode(content.mode), blob_id(content.data))
    if not blobs.is_there(item.id, item.mode == _EXECUTABLE):
        blobs.put(item.id, item.mode == _EXECUTABLE, content.data)
    return item


def _from_disk(top: Path, path: str) -> Given | LeftOut | None:
    place = os.path.join(top, path)
    try:
        if os.path.islink(place):
            return Given(os.fsencode(os.readlink(place)), _LINK)
        # The flags matter when a link or a pipe takes the place of the file just now.
        with open(os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            kind = os.fstat(file.fileno()).st_mode
            if not stat.S_ISREG(kind):
                return LeftOut(path, "not a regular file")
            data = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        return None  # deleted since it was listed
    except OSError as error:
        return LeftOut(path, f"cannot be read: {error.strerror}")
    if len(data) > MAX_FILE_BYTES:
        return LeftOut(path, _too_large())
    return Given(data, _EXECUTABLE if kind & stat.S_IXUSR else _FILE)


def _usual_mode(mode: str) -> str:
    return mode if mode in (_EXECUTABLE, _LINK, _SUBMODULE) else _FILE


def _too_large() -> str:
    return f"larger than {MAX_FILE_BYTES / 1e6:.0f} MB"
