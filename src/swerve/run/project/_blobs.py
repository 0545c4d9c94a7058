"""Where is a content kept, once, so that trees can share it?"""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import stat
from contextlib import suppress
from typing import TypeAlias

from swerve.source.cache import Cache

#: What git calls a file of that content: 40 digits, or 64 in a repository with the newer ids.
BlobId: TypeAlias = str

#: Every file in a tree has this time stamp, so that both sides look alike and a write shows.
MTIME_NS = 1_577_836_800 * 10**9  # 2020: build tools reject what is older than 1980


def blob_id(data: bytes, digits: int = 40) -> BlobId:
    """Return the name git gives to a content."""
    kind = hashlib.sha256 if digits == 64 else hashlib.sha1
    named = kind(b"blob %d\0" % len(data), usedforsecurity=False)
    named.update(data)
    return named.hexdigest()


def mode_of(executable: bool) -> int:
    """The permissions a file has in a tree."""
    return 0o755 if executable else 0o644


class Blobs:
    """The contents in a cache.

    Nothing is believed because it is there: each blob is read and compared with its name once
    per process, so that neither a crash nor code that wrote to its own files reaches a new tree.
    """

    def __init__(self, cache: Cache) -> None:
        self._folder = os.fspath(cache.room("blobs"))
        #: Path -> size.
        self._sound: dict[str, int] = {}
        self._folders: set[str] = set()
        self._written = 0

    def forget(self) -> None:
        """Look at everything anew."""
        self._sound.clear()
        self._folders.clear()

    def take_written(self) -> int:
        """How many bytes were written since the last time."""
        written, self._written = self._written, 0
        return written

    def is_there(self, name: BlobId, executable: bool) -> bool:
        """Whether there is something of that name, which may turn out to be unsound."""
        path = self._path(name, executable)
        return path in self._sound or os.path.lexists(path)

    def size(self, name: BlobId, executable: bool) -> int | None:
        """How large a content is, `None` when it is not there. What is unsound is deleted."""
        path = self._path(name, executable)
        if path not in self._sound:
            try:
                with open(path, "rb") as file:
                    data = file.read()
                    status = os.fstat(file.fileno())
            except OSError:
                return None
            if blob_id(data, len(name)) != name or not is_untouched(status, len(data), executable):
                with suppress(OSError):
                    os.unlink(path)
                return None
            self._sound[path] = len(data)
        return self._sound[path]

    def read(self, name: BlobId) -> bytes | None:
        """Return a content that is small."""
        if self.size(name, executable=False) is None:
            return None
        with open(self._path(name, executable=False), "rb") as file:
            return file.read()

    def put(self, name: BlobId, executable: bool, data: bytes) -> None:
        """Keep a content. `name` is the right one for it: see `blob_id`."""
        path = self._path(name, executable)
        folder = os.path.dirname(path)
        if folder not in self._folders:
            os.makedirs(folder, mode=0o700, exist_ok=True)
            self._folders.add(folder)
        # Beside its place: thousands of new files in one folder are slow to make. What a crash
        # leaves behind no tree uses, so that cleaning takes it.
        aside = f"{path}.{secrets.token_hex(8)}"
        _write(aside, data, executable)
        os.rename(aside, path)
        self._sound[path] = len(data)
        self._written += len(data)

    def link(self, name: BlobId, executable: bool, path: str) -> None:
        """Make a content appear at a path; `FileNotFoundError` when it was cleaned away."""
        blob = self._path(name, executable)
        try:
            os.link(blob, path)
        except OSError as error:
            # No hard links here, or as many of this file as the file system takes.
            if error.errno not in (errno.EMLINK, errno.EPERM, errno.ENOTSUP, errno.EXDEV):
                if error.errno == errno.ENOENT:
                    self._sound.pop(blob, None)
                raise
            with open(blob, "rb") as file:
                _write(path, file.read(), executable)

    def _path(self, name: BlobId, executable: bool) -> str:
        # Links share their permissions, so that an executable file is a content of its own.
        return f"{self._folder}/{name[:2]}/{name}{'x' if executable else ''}"


def is_untouched(status: os.stat_result, size: int, executable: bool) -> bool:
    """Whether a file in the cache looks as it did when it was put there."""
    return (
        status.st_mtime_ns == MTIME_NS
        and status.st_size == size
        and status.st_mode == stat.S_IFREG | mode_of(executable)
    )


def _write(path: str, data: bytes, executable: bool) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "wb", buffering=0) as file:
        view = memoryview(data)
        while view:
            view = view[file.write(view) :]
        os.fchmod(descriptor, mode_of(executable))
        os.utime(descriptor, ns=(MTIME_NS, MTIME_NS))
