"""Where are predictions, replies and witnesses kept between runs, and which of them go?

<room>/ab/<key>  one entry: a checksum, then the data; its time stamp is the last use
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Literal, TypeAlias

#: The folders of swerve's cache that hold entries.
Room: TypeAlias = Literal["predictions", "replies", "witnesses"]

_MAX_BYTES = 64_000_000
#: Folders that entries are spread over, each with an equal part of the room: whoever adds an entry
#: has few others to look at.
_FOLDERS = 256
_CHECKSUM_BYTES = 16
#: What a small file takes on disk.
_BLOCK = 4096


class Store:
    """Data by key. Whatever goes wrong, an entry is not there: nothing depends on it."""

    def __init__(
        self,
        folder: Path | None = None,
        max_bytes: int = _MAX_BYTES,
        *,
        room: Room = "predictions",
    ) -> None:
        #: `None` for a room of swerve's cache, which is looked for when it is needed.
        self._folder = folder
        self._room = room
        self._most = max_bytes // _FOLDERS

    def get(self, key: str) -> bytes | None:
        """What was put there; `None` when there is nothing, or it was damaged."""
        path = self._path(key)
        if path is None:
            return None
        try:
            with open(path, "rb") as file:
                entry = file.read(self._most + 1)
            checksum, data = entry[:_CHECKSUM_BYTES], entry[_CHECKSUM_BYTES:]
        except OSError:
            return None
        if checksum != _checksum(key, data):
            return None
        with suppress(OSError):  # others may read what they cannot write
            os.utime(path)
        return data

    def put(self, key: str, data: bytes) -> bool:
        """Keep data for later, and say whether it is kept: not what is too large for a folder."""
        entry = _checksum(key, data) + data
        path = self._path(key)
        if path is None or _on_disk(len(entry)) > self._most:
            return False
        part = path.with_name(f"{secrets.token_hex(8)}.part")
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._make_room(path, _on_disk(len(entry)))
            part.write_bytes(entry)
            part.replace(path)
        except OSError:
            with suppress(OSError):
                part.unlink()
            return False
        return True

    def keys(self, prefix: str = "") -> list[str]:
        """The keys that start so, what was used last first."""
        place = self._place()
        if place is None:
            return []
        found = []
        for folder in _scanned(place):
            if folder.name.startswith(prefix[:2]):
                for entry in _scanned(Path(folder.path)):
                    key = folder.name + entry.name
                    if key.startswith(prefix) and "." not in entry.name:
                        with suppress(OSError):
                            found.append((entry.stat().st_mtime_ns, key))
        return [key for _, key in sorted(found, reverse=True)]

    def _path(self, key: str) -> Path | None:
        place = self._place()
        return None if place is None else place / key[:2] / key[2:]

    def _place(self) -> Path | None:
        if self._folder is None:
            from .cache import open_cache  # takes a while to load

            try:
                self._folder = open_cache().folder / self._room
            except OSError:
                return None
        return self._folder

    def _make_room(self, path: Path, size: int) -> None:
        """Delete what was used least recently, so that an entry fits."""
        entries = []
        with os.scandir(path.parent) as scan:
            for entry in scan:
                if entry.name != path.name:
                    with suppress(OSError):
                        status = entry.stat(follow_symlinks=False)
                        entries.append((status.st_mtime_ns, _on_disk(status.st_size), entry.path))
        total = size + sum(each for _, each, _ in entries)
        for _, each, old in sorted(entries):
            if total <= self._most:
                break
            with suppress(OSError):
                os.unlink(old)
                total -= each


def _scanned(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as scan:
            return list(scan)
    except OSError:
        return []


def _checksum(key: str, data: bytes) -> bytes:
    return blake2b(data, digest_size=_CHECKSUM_BYTES, key=key.encode()[:64]).digest()


def _on_disk(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK
