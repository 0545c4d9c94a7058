"""How large is the cache, and what goes when it is too large?"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from swerve.project._cache import (
    Cache,
    empty_trash,
    end_dead_sessions,
    keys_in_use,
    locked,
    open_cache,
    throw_away,
)
from swerve.project._manifest import FileEntry, manifest_at

#: Trees share contents, but each has its folders and names.
_MOST_TREES = 200
#: The cache is measured again when it grew by this part of its bound.
_PART = 10


@dataclass(frozen=True, slots=True)
class CacheSize:
    """What a cache holds."""

    #: Contents that several trees share count once.
    bytes: int
    trees: int


def cache_size(cache: Cache | None = None) -> CacheSize:
    """Measure the cache. Looks at every content: a second for a hundred thousand."""
    cache = cache or open_cache()
    return CacheSize(sum(s.st_size for _, s in _blobs(cache)), len(_trees(cache)))


def clean_cache(max_bytes: int = 0, cache: Cache | None = None) -> CacheSize:
    """Delete the trees used least recently until the rest fits, and return what the rest is.

    A tree that a living process uses stays, whatever its size. What processes that died left
    behind goes in any case.
    """
    cache = cache or open_cache()
    with locked(cache):
        end_dead_sessions(cache)
        for tree in _to_delete(cache, max_bytes, keys_in_use(cache)):
            throw_away(cache, tree)
        (cache.folder / "grown").unlink(missing_ok=True)
        for note in cache.setups.iterdir():
            if not (cache.trees / note.read_text("ascii")).is_dir():
                note.unlink()
    empty_trash(cache)
    for path, status in _blobs(cache):
        # A process that has put it there and not used it yet notices, and puts it there again.
        if status.st_nlink == 1:
            with suppress(OSError):
                os.unlink(path)
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
    """The trees to delete, least recently used first. Knows what each of them sets free."""
    trees = sorted(_trees(cache), key=_last_use)
    excess = len(trees) - _MOST_TREES * 3 // 4 if len(trees) > _MOST_TREES else 0
    sizes = {os.path.basename(path): status for path, status in _blobs(cache)}
    users = Counter({name: status.st_nlink - 1 for name, status in sizes.items()})
    total = sum(status.st_size for name, status in sizes.items() if users[name] > 0)
    for tree in trees:
        if total <= max_bytes and excess <= 0 and max_bytes > 0:
            return
        if tree.name in in_use:
            continue
        manifest = manifest_at(tree)  # now: whoever asks moves the tree away
        yield tree
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
    return list(cache.trees.iterdir())


def _blobs(cache: Cache) -> Iterator[tuple[str, os.stat_result]]:
    for folder in os.scandir(cache.blobs):
        with suppress(OSError), os.scandir(folder.path) as scan:
            for blob in scan:
                with suppress(FileNotFoundError):
                    yield blob.path, blob.stat(follow_symlinks=False)
