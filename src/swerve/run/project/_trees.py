"""How does one side of a change become a folder that code can be imported from?"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from swerve.model import LeftOut
from swerve.model.errors import CacheUnusable
from swerve.source import Listing, TreeSource, list_tree
from swerve.source.cache import (
    Cache,
    Session,
    empty_trash,
    locked,
    open_cache,
    session_of,
    throw_away,
)

from ._blobs import MTIME_NS, Blobs, mode_of
from ._cleaning import note_growth
from ._contents import DAMAGED, NOT_IN_CLONE, BlobsGone, Gathered, as_seen, complete, gather
from ._manifest import FileEntry, LinkEntry, Manifest, is_intact, manifest_at

_MOST_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Tree:
    """A folder with the files of one side. It is shared: nobody writes to it."""

    path: Path
    #: Names the content: equal trees have equal keys.
    key: str
    #: What the source has and the folder does not.
    left_out: tuple[LeftOut, ...] = ()

    def is_untouched(self) -> bool:
        """Whether the folder still is what was put there: cheap, for after code ran near it."""
        manifest = manifest_at(self.path.parent)
        return manifest is not None and is_intact(manifest, os.fspath(self.path))


@dataclass(frozen=True, slots=True)
class Store:
    """The cache, as one process uses it. Trees taken from it stay until they are released."""

    cache: Cache
    session: Session
    blobs: Blobs


def open_store(cache: Cache | None = None) -> Store:
    """Open the cache. Contents checked once are not checked again by the same store."""
    cache = cache or open_cache()
    session = session_of(cache)
    return Store(cache, session, Blobs(cache))


def materialise(
    source: TreeSource,
    *,
    store: Store | None = None,
    seen: Iterable[tuple[str, bytes | None]] = (),
) -> Tree:
    """Put the files of one side into a folder of the cache, or find it there.

    The source is only read: no checkout, no filters, no hooks. `seen` are files that were
    read before, and are to be in the tree as they were then.
    """
    return materialise_listing(as_seen(list_tree(source), seen), store or open_store())


def materialise_listing(listing: Listing, store: Store, inside: str = "") -> Tree:
    """Put listed files into a folder of the cache, or find it there.

    `inside` is a folder for them in the tree, which then is their place on the import path.
    """
    try:
        for _ in range(_MOST_ATTEMPTS):
            # Another process may clean away contents between two steps: then all is done again.
            try:
                gathered = gather(listing, store.blobs, inside)
                tree = take(store, gathered.key) or _built(store, gathered)
                return replace(tree, left_out=(*gathered.left_out, *tree.left_out))
            except (BlobsGone, FileNotFoundError):
                store.blobs.forget()
    except OSError as error:
        raise _unusable(store.cache, error) from error
    raise _unusable(store.cache, OSError(errno.EIO, "files in it disappear"))


def release(tree: Tree, store: Store | None = None) -> None:
    """Say that a tree is not used any more, so that cleaning may take it."""
    (store or open_store()).session.release(tree.key)


def take(store: Store, key: str) -> Tree | None:
    """Take a tree that is there already; `None` when it is not, or when somebody wrote to it."""
    place = store.cache.room("trees") / key
    with locked(store.cache):
        if not key or not place.is_dir():
            return None
        store.session.use(key)
    manifest = manifest_at(place)
    if manifest is None or _has_gaps(manifest) or not is_intact(manifest, f"{place}/tree"):
        with locked(store.cache):
            throw_away(store.cache, place)
        empty_trash(store.cache)
        return None
    os.utime(place / "manifest")
    return Tree(place / "tree", key, manifest.left_out)


def _has_gaps(manifest: Manifest) -> bool:
    """Whether something was missing that may be there by now, or in this clone."""
    return any(one.why in (NOT_IN_CLONE, DAMAGED) for one in manifest.left_out)


def _built(store: Store, gathered: Gathered) -> Tree:
    """Build a tree aside and move it to its place, where another process may have been faster."""
    key = gathered.key
    manifest = complete(gathered, store.blobs)
    aside = Path(store.session.new_path())
    aside.mkdir(mode=0o700)
    manifest = _fill(f"{aside}/tree", manifest, store.blobs)
    (aside / "manifest").write_text(manifest.to_json(), "ascii")
    place = store.cache.room("trees") / key
    with locked(store.cache):
        if not place.is_dir():
            aside.rename(place)
        store.session.use(key)
    shutil.rmtree(aside, ignore_errors=True)
    note_growth(store.cache, store.blobs.take_written())
    return Tree(place / "tree", key, manifest.left_out)


def _fill(top: str, manifest: Manifest, blobs: Blobs) -> Manifest:
    """Make the folders, then the files, then the links: nothing is ever written through one."""
    folders = manifest.folders()
    for folder in ("", *folders):
        os.mkdir(os.path.join(top, folder))
        os.chmod(os.path.join(top, folder), mode_of(executable=True))
    left_out = []
    for entry in manifest.entries:
        path = os.path.join(top, entry.path)
        try:
            if isinstance(entry, FileEntry):
                blobs.link(entry.id, entry.executable, path)
        except FileNotFoundError as error:
            raise BlobsGone from error
        except FileExistsError:
            left_out.append(LeftOut(entry.path, "its name differs from another only in case"))
    for entry in manifest.entries:
        if isinstance(entry, LinkEntry):
            try:
                os.symlink(entry.target, os.path.join(top, entry.path))
            except FileExistsError:
                left_out.append(LeftOut(entry.path, "its name differs from another only in case"))
    for folder in ("", *folders):
        os.utime(os.path.join(top, folder), ns=(MTIME_NS, MTIME_NS))
    if not left_out:
        return manifest
    gone = {one.file for one in left_out}
    kept = tuple(entry for entry in manifest.entries if entry.path not in gone)
    return replace(manifest, entries=kept, left_out=(*manifest.left_out, *left_out))


def _unusable(cache: Cache, error: OSError) -> CacheUnusable:
    return CacheUnusable(
        f"The cache {cache.folder} cannot be used: {error.strerror or error}.",
        "Free some space there, or set SWERVE_CACHE to another folder.",
    )
