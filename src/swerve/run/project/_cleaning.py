"""How large is the cache, and what goes when it is too large?"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from swerve.source.cache import (
    Cache,
    Room,
    empty_trash,
    end_dead_sessions,
    keys_in_use,
    locked,
    open_cache,
    throw_away,
)

from ._manifest import FileEntry, manifest_at

#: Trees share contents, but each has its folders and names.
_MOST_TREES = 200
#: What holds entries that can always be had again.
_ENTRIES: tuple[Room, ...] = ("predictions", "replies", "witnesses")
#: The cache is measured again when it grew by this part of its bound.
_PART = 10


@dataclass(frozen=True, slots=True)
class CacheSize:
    """What a cache holds."""

    #: Of contents, which count once however many trees share them, of predictions, of replies
    #: and of witnesses.
    bytes: int
    trees: int
    predictions: int = 0
    replies: int = 0
    witnesses: int = 0


def cache_size(cache: Cache | None = None) -> CacheSize:
    """Measure the cache. Looks at every content: a second for a hundred thousand."""
    cache = cache or open_cache()
    predictions, replies, witnesses, blobs = (
        [status.st_size for _, status in _files(cache.room(name))] for name in (*_ENTRIES, "blobs")
    )
    size = sum(predictions) + sum(replies) + sum(witnesses) + sum(blobs)
    counts = (len(each) for each in (_trees(cache), predictions, replies, witnesses))
    return CacheSize(size, *counts)


def clean_cache(max_bytes: int = 0, cache: Cache | None = None) -> CacheSize:
    """Delete what was used least recently until the rest fits, and return what the rest is.

    A tree that a living process uses stays, whatever its size; a prediction, a reply or a
    witness can always be had again. What processes that died left behind goes in any case.
    """
    cache = cache or open_cache()
    with locked(cache):
        end_dead_sessions(cache)
        for path in _to_delete(cache, max_bytes, keys_in_use(cache)):
            throw_away(cache, path)
        (cache.folder / "grown").unlink(missing_ok=True)
        for note in cache.room("setups").iterdir():
            if not (cache.room("trees") / note.read_text("ascii")).is_dir():
                note.unlink()
    empty_trash(cache)
    for content, status in _files(cache.room("blobs")):
        # A process that has put it there and not used it yet notices, and puts it there again.
        if status.st_nlink == 1:
            with suppress(OSError):
                os.unlink(content)
    return cache_size(cache)


def note_growth(cache: Cache, written: int) -> None:
    """Say how much was added to the cache; when it adds up, the cache is cleaned."""
    with locked(cache):
        file = cache.folder / "grown"
        grown = written + _number_in(file)
        file.write_text(str(grown), "ascii")
    if grown > cache.max_bytes // _PART or len(_trees(cache)) > _MOST_TREES:
        clean_cache(cache.max_bytes, cache)


def _number_in(file: Path) -> int:
    try:
        return int(file.read_text("ascii"))
    except (OSError, ValueError):
        return 0


def _to_delete(cache: Cache, max_bytes: int, in_use: frozenset[str]) -> Iterator[Path]:
    """Trees and entries to delete, least recently used first. Knows what each sets free."""
    trees = _trees(cache)
    entries = {Path(path): status for name in _ENTRIES for path, status in _files(cache.room(name))}
    last_uses = {tree: _last_use(tree) for tree in trees}
    last_uses.update((path, status.st_mtime) for path, status in entries.items())
    excess = len(trees) - _MOST_TREES * 3 // 4 if len(trees) > _MOST_TREES else 0
    sizes = {os.path.basename(path): status for path, status in _files(cache.room("blobs"))}
    users = Counter({name: status.st_nlink - 1 for name, status in sizes.items()})
    total = sum(status.st_size for name, status in sizes.items() if users[name] > 0)
    total += sum(status.st_size for status in entries.values())
    for path in sorted(last_uses, key=lambda each: last_uses[each]):
        fits = total <= max_bytes and max_bytes > 0
        if fits and excess <= 0:
            return
        if path in entries:
            if not fits:
                yield path
                total -= entries[path].st_size
            continue
        if path.name in in_use:
            continue
        manifest = manifest_at(path)  # now: whoever asks moves the tree away
        yield path
        excess -= 1
        for entry in manifest.entries if manifest else ():
            if isinstance(entry, FileEntry):
                name = f"{entry.id}{'x' if entry.executable else ''}"
                users[name] -= 1
                if users[name] == 0 and name in sizes:
                    total -= sizes[name].st_size


def _last_use(tree: Path) -> float:
    try:
        return (tree / "manifest").stat().st_mtime
    except OSError:
        return 0.0


def _trees(cache: Cache) -> list[Path]:
    return list(cache.room("trees").iterdir())


def _files(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    """The files in the folders of a folder: contents, predictions, replies or witnesses."""
    for part in os.scandir(folder):
        with suppress(OSError), os.scandir(part.path) as scan:
            for file in scan:
                with suppress(FileNotFoundError):
                    yield file.path, file.stat(follow_symlinks=False)
