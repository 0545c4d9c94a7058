"""What lies in a folder that target code may write to? Hostile contents cost no more than others.

No link is followed. There may be millions of files, and files that only claim to be large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import (
    O_CLOEXEC,
    O_DIRECTORY,
    O_NOFOLLOW,
    O_NONBLOCK,
    O_RDONLY,
    chmod,
    close,
    listdir,
    lstat,
    read,
    readlink,
)
from os import open as open_file
from stat import S_IMODE, S_ISDIR, S_ISLNK, S_ISREG
from typing import Any

from ..snapshot._encoder import Encoder
from ..snapshot._parts import Digested, Unseen
from ._databases import HEADER, contents_of, is_beside

#: Files and folders that are looked at after one call.
MOST_ENTRIES = 1_000
#: Bytes that are kept of all files together, and of one; of larger ones there is a digest.
_KEPT_BYTES = 512 << 10
_KEPT_OF_ONE = 20_000
_DIGESTED_BYTES = 16 << 20
_DEEPEST = 50
_STEP = 1 << 20


class Thing:
    """What stands in a folder and is no file: "a folder", "a link to ../data"."""

    __slots__ = ("kind", "words")

    def __init__(self, kind: str, words: str) -> None:
        self.kind = kind
        self.words = words


def put_thing(encoder: Encoder, thing: Any) -> None:
    """Write it as a name, so that no file looks like it."""
    encoder.put_named(thing.kind, thing.words)


FOLDER = Thing("folder", "a folder")
REMOVED = Thing("file", "removed")
OTHER = Thing("file", "neither a file nor a folder")


class Contents:
    """What some folders hold: files by the path that is shown, and modes that are unusual."""

    def __init__(self, is_given: Callable[[str], bool]) -> None:
        """`is_given` tells what was there before, by the path that is shown."""
        self.files: dict[str, object] = {}
        self.modes: dict[str, str] = {}
        #: SQLite databases: rows by table.
        self.databases: dict[str, object] = {}
        self._is_given = is_given
        self._kept = _KEPT_BYTES
        self._digested = _DIGESTED_BYTES
        self._entries = MOST_ENTRIES

    def add_folder(self, path: str, shown: str, mask: int) -> None:
        """Look at all that is below a folder; `shown` is what its own path is written as."""
        waiting = [(path, shown, 0)]
        while waiting:
            folder, prefix, depth = waiting.pop()
            names = _names_in(folder)
            if names is None or depth > _DEEPEST:
                self.files[prefix] = Unseen("folder", "it cannot be listed")
                continue
            if not names and depth:
                self.files[prefix.rstrip("/")] = FOLDER
            for name in sorted(names):
                if self._is_given(prefix + name):
                    continue
                inner = prefix + name if prefix or name != "~" else "./~"  # which is not `HOME`
                if not self._entries:
                    self.files[prefix] = Unseen("folder", "there are too many files in it")
                    return
                self._entries -= 1
                if self.add(f"{folder}/{name}", inner, mask):
                    waiting.append((f"{folder}/{name}", f"{inner}/", depth + 1))

    def add(self, path: str, shown: str, mask: int) -> bool:
        """Look at one entry, and say whether it is a folder."""
        try:
            status = lstat(path)
        except FileNotFoundError:
            return False
        except OSError:  # its path is too long, or leads through a locked folder
            self.files[shown] = Unseen("file", "it cannot be found")
            return False
        mode = status.st_mode
        if S_ISLNK(mode):
            self.files[shown] = Thing("link", f"a link to {_target(path)}")
            return False
        usual = (0o777 if S_ISDIR(mode) else 0o666) & ~mask
        if S_IMODE(mode) != usual:
            self.modes[shown] = oct(S_IMODE(mode))
        if S_ISDIR(mode):
            return True
        if not S_ISREG(mode):
            self.files[shown] = OTHER
        elif not self._is_of_database(path, shown):
            self.files[shown] = self._content(path, status.st_size)
        return False

    def _is_of_database(self, path: str, shown: str) -> bool:
        try:
            begins = b"".join(_parts(path, len(HEADER)))
        except OSError:
            return False
        if is_beside(shown, begins) and shown.rpartition("-")[0] in self.databases:
            return True
        is_one = begins == HEADER
        if is_one:
            self.databases[shown] = contents_of(path)
        return is_one

    def _content(self, path: str, size: int) -> object:
        try:
            return self._read(path, size)
        except OSError:
            return Unseen("file", "it cannot be read")

    def _read(self, path: str, size: int) -> object:
        if size <= min(_KEPT_OF_ONE, self._kept):
            data = b"".join(_parts(path, size))
            self._kept -= len(data)
            try:
                return data.decode()
            except ValueError:
                return data
        if size > self._digested:
            return Unseen("file", f"it has {size} bytes")
        self._digested -= size
        return Digested("file", size, size, lambda: b"".join(_parts(path, size)))


def _names_in(folder: str) -> list[str] | None:
    try:
        handle = open_file(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    except OSError:
        return None
    try:
        return listdir(handle)
    except OSError:
        return None
    finally:
        close(handle)


def _parts(path: str, most: int) -> Iterator[bytes]:
    how = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    try:
        handle = open_file(path, how)
    except PermissionError:  # not even for its owner
        mode = S_IMODE(lstat(path).st_mode)
        chmod(path, 0o600)
        handle = open_file(path, how)
        chmod(path, mode)
    try:
        while most > 0:
            part = read(handle, min(most, _STEP))
            if not part:
                break
            most -= len(part)
            yield part
    finally:
        close(handle)


def _target(path: str) -> str:
    try:
        return readlink(path)
    except OSError:
        return "nowhere"
