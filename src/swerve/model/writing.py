"""Where may a file be written, and through which links?

Whatever swerve writes for its user is opened here. What lies in a work tree may have come with a
commit, and so may a link there that leads to other files of the user's: below the top of a work
tree no link is followed. Links elsewhere are the user's own.

A path is walked folder by folder, each held open, so that what was looked at is what is used.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO

from .errors import LinkInTheWay

_MOST_LINKS = 40
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_ANEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_AS_IT_IS = os.O_WRONLY | os.O_TRUNC | os.O_CLOEXEC


@contextmanager
def opened_text(file: Path) -> Iterator[TextIO]:
    """A file for text in UTF-8, which appears whole or not at all, in a folder that is there.

    What is no plain file (a device, a pipe) is written to as it is.
    """
    with _opened(file) as descriptor, open(descriptor, "w", encoding="utf-8") as stream:
        yield stream
        stream.flush()


@contextmanager
def opened_bytes(file: Path) -> Iterator[BinaryIO]:
    """The same for bytes."""
    with _opened(file) as descriptor, open(descriptor, "wb") as stream:
        yield stream
        stream.flush()


def write_file(file: Path, data: str | bytes) -> None:
    """Write a file, whole or not at all; its folder is made where it is not there."""
    make_folder(file.parent)
    with opened_bytes(file) as stream:
        stream.write(data.encode("utf-8") if isinstance(data, str) else data)


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder, and those around it, where they are not there; `mode` is that of the last."""
    with _walk(folder) as walk:
        walk.enter_all(make=mode)


def need_no_link(path: Path) -> None:
    """Raise where something else would follow a link of a work tree to a file or folder."""
    with suppress(FileNotFoundError, NotADirectoryError), _walk(path) as walk:
        walk.go_to_file()


@contextmanager
def _opened(file: Path) -> Iterator[int]:
    """A descriptor that somebody else closes."""
    with _walk(file) as walk:
        name, follows = walk.go_to_file()
        folder = walk.here.descriptor
        before = _status(name, folder)
        if follows or (before is not None and not stat.S_ISREG(before.st_mode)):
            flags = _AS_IT_IS if follows else _AS_IT_IS | os.O_NOFOLLOW
            yield os.open(name, flags, dir_fd=folder)
            return
        part = f".{secrets.token_hex(8)}.part"
        made = os.open(part, _ANEW, 0o666 if before is None else 0o600, dir_fd=folder)
        try:
            if before is not None:
                os.fchmod(made, stat.S_IMODE(before.st_mode))
            yield made
            os.replace(part, name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(part, dir_fd=folder)
            raise


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder on the way."""

    path: str
    descriptor: int
    #: Whether it is the top of a work tree, or below one.
    is_inside: bool


@contextmanager
def _walk(path: Path) -> Iterator[_Walk]:
    walk = _Walk(path)
    try:
        yield walk
    finally:
        walk.close()


class _Walk:
    """A way from the root to a path; links are read here, and followed by nobody else."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._left = _names(os.path.join(os.getcwd(), path))
        self._links = 0
        self._tops = tuple(_tops_by_variables())
        self._places: list[_Folder] = []
        self._places.append(self._place("/", os.open("/", _FOLDER)))

    @property
    def here(self) -> _Folder:
        return self._places[-1]

    def close(self) -> None:
        while self._places:
            os.close(self._places.pop().descriptor)

    def enter_all(self, make: int | None = None) -> None:
        """Go into every folder; those that are not there are made, where `make` is a mode."""
        while self._left:
            self._enter(make)

    def go_to_file(self) -> tuple[str, bool]:
        """Go to the folder of a file; the name there, and whether it is a link to be followed.

        Only one is: a link of the kernel's, to what is open and may have no other name.
        """
        while self._left:
            if len(self._left) > 1 or self._left[0] == "..":
                self._enter()
                continue
            name = self._left[0]
            target = self._target(name)
            if target is None:
                return name, False
            if not self._is_as_it_says(name, target):
                return name, True
            self._follow(target)
        return ".", False  # a folder, which cannot be written to

    def _enter(self, make: int | None = None) -> None:
        name = self._left[0]
        if name == "..":
            self._left.pop(0)
            if len(self._places) > 1:
                os.close(self._places.pop().descriptor)
            return
        try:
            found = os.open(name, _FOLDER, dir_fd=self.here.descriptor)
        except FileNotFoundError:
            if make is None:
                raise
            with suppress(FileExistsError):  # another process may make it now, too
                mode = make if len(self._left) == 1 else 0o777
                os.mkdir(name, mode, dir_fd=self.here.descriptor)
            found = os.open(name, _FOLDER, dir_fd=self.here.descriptor)
        except OSError:
            target = self._target(name)
            if target is None:
                raise
            self._follow(target)
            return
        self._left.pop(0)
        self._places.append(self._place(os.path.join(self.here.path, name), found))

    def _target(self, name: str) -> str | None:
        """What a link says; `None` where it is none. Raises where it may not be followed."""
        try:
            target = os.readlink(name, dir_fd=self.here.descriptor)
        except OSError:
            return None
        if self.here.is_inside:
            link = os.path.join(self.here.path, name)
            raise LinkInTheWay(
                f"`{self._path}` cannot be written: `{link}` is a link to `{target}` in a work "
                "tree.",
                "It may have come with a commit. Remove it, or use the path that it points to.",
            )
        return target

    def _follow(self, target: str) -> None:
        """Put what a link says in the place of its name."""
        self._links += 1
        if self._links > _MOST_LINKS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(self._path))
        if target.startswith("/"):
            while len(self._places) > 1:
                os.close(self._places.pop().descriptor)
        self._left[:1] = _names(target)

    def _is_as_it_says(self, name: str, target: str) -> bool:
        """Whether a link leads where its text says: one to a pipe, in /proc, does not."""
        folder = self.here.descriptor
        try:
            found = os.stat(name, dir_fd=folder)
        except OSError:
            return True
        try:
            return os.path.samestat(found, os.stat(target, dir_fd=folder))
        except OSError:
            return False

    def _place(self, path: str, descriptor: int) -> _Folder:
        is_inside = bool(self._places) and self.here.is_inside
        return _Folder(path, descriptor, is_inside or self._is_top(descriptor))

    def _is_top(self, descriptor: int) -> bool:
        if _status(".git", descriptor) is not None:
            return True
        found = os.fstat(descriptor)
        return any(os.path.samestat(found, top) for top in self._tops)


def _names(path: str) -> list[str]:
    return [name for name in path.split("/") if name not in ("", ".")]


def _tops_by_variables() -> Iterator[os.stat_result]:
    """The work tree that the user names to git; where only a repository is named, it is here."""
    top = os.environ.get("GIT_WORK_TREE") or (os.environ.get("GIT_DIR") and ".")
    if top:
        with suppress(OSError):
            yield os.stat(top)


def _status(name: str, folder: int) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except OSError:
        return None
