"""Where may target code write, and how does every call find it as the first one did?"""

from __future__ import annotations

from collections.abc import Iterator
from os import (
    O_CLOEXEC,
    O_DIRECTORY,
    O_RDONLY,
    chdir,
    fstatvfs,
    listdir,
    mkdir,
    readlink,
    rename,
    symlink,
)
from os import open as open_file
from os.path import islink

from .emptying import empty_folder

#: What a scratch folder holds at the start of each call, and the variable that leads there.
_FOLDERS = {"home": "HOME", "tmp": "TMPDIR"}
#: The working folder, with links to what the tree holds.
_WORK = {"work": "PWD"}
#: How reports write what lies there.
_SHOWN = {"home": "~/", "tmp": "/tmp/", "work": ""}  # noqa: S108
#: With more than this at its top, the tree itself is the working folder.
_MOST_LINKS = 500
#: Seconds for removing things between two batches.
_PATIENCE_S = 0.1


class Scratch:
    """The one folder of a cell that can be written to."""

    def __init__(
        self, folder: str, more: tuple[str, ...] = (), *, tree: str = "", is_alone: bool = False
    ) -> None:
        """`more` are folders that are nobody else's and are emptied too, unless they are links.

        What is in `tree` can be read from the working folder. `is_alone` says that the folder is a
        file system of its own.
        """
        self._folder = folder
        self._tree = tree
        self._more = tuple(path for path in more if not islink(path))
        self._aside = 0
        links = _links_for(tree)
        #: Whether there is a working folder, with links to whatever the tree holds: maybe nothing.
        self._has_work = links is not None
        self._links = links or frozenset()
        self._folders = _FOLDERS | _WORK if self._has_work else _FOLDERS
        self._handle = open_file(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) if is_alone else -1
        self._room: tuple[int, int] | None = None
        self._lay_out()
        #: What lies beside these folders, as it is shown: themselves, what is still to be removed,
        #: and what is mounted there.
        self._beside = self._found_beside()

    def environment(self) -> dict[str, str]:
        """The variables that tell programs where to write."""
        return {name: f"{self._folder}/{folder}" for folder, name in self._folders.items()}

    @property
    def working_folder(self) -> str:
        """Where calls are made: relative paths lead to the tree for reading."""
        return f"{self._folder}/work" if self._has_work else self._tree

    # --- between two calls ----------------------------------------------------------------------

    def start_batch(self) -> None:
        """Take what is there as given."""
        self._room = self._room_now()

    def is_untouched(self) -> bool:
        """Whether all is as `tidy` has left it, as far as the file system tells."""
        return self._room == self._room_now()

    def _room_now(self) -> tuple[int, int] | None:
        if self._handle < 0:
            return None
        try:
            told = fstatvfs(self._handle)
        except OSError:  # target code has closed it
            self._handle = -1
            return None
        return told.f_bfree, told.f_ffree

    def shown(self) -> Iterator[tuple[str, str]]:
        """The folders that calls write to, and how what lies in them is written."""
        for name in self._folders:
            yield f"{self._folder}/{name}", _SHOWN[name]
        yield from self._others()

    def _others(self) -> Iterator[tuple[str, str]]:
        for folder in (self._folder, *self._more):
            # One that is no link to ours is not what is shown as such.
            yield folder, f"{folder}/" if f"{folder}/" not in _SHOWN.values() else f"/.{folder}/"

    def _found_beside(self) -> frozenset[str]:
        found = ((shown, _listed(folder)) for folder, shown in self._others())
        return frozenset(shown + name for shown, names in found for name in names)

    def shown_path(self, path: str) -> str:
        """How a path is written that lies below one of them, or in the tree; empty for others."""
        for folder, shown in (*self.shown(), (self._tree, "")):
            if folder and path.startswith(f"{folder}/"):
                return shown + path[len(folder) + 1 :]
        return ""

    def is_given(self, shown: str) -> bool:
        """Whether something was there before, by the path that is shown."""
        if shown in self._links:
            return self._is_there(shown)
        return shown in self._beside

    def missing(self) -> list[str]:
        """What is there no longer, or is something else."""
        return [name for name in self._links if not self._is_there(name)]

    def _is_there(self, name: str) -> bool:
        try:
            return readlink(f"{self._folder}/work/{name}") == f"{self._tree}/{name}"
        except OSError:
            return False

    def tidy(self) -> bool:
        """Remove what a call has left, and say whether all of it is gone."""
        is_gone = self._has_tidied()
        self._room = self._room_now()
        return is_gone and self._found_beside() <= self._beside

    def _has_tidied(self) -> bool:
        if not self._found_beside() <= self._beside:
            self._empty_more()
        is_gone = True
        if self._is_empty():
            return True
        if len(_listed(self._folder)) == len(self._folders):
            # Not the folders themselves: one of them is where this process is.
            for name in self._folders:
                is_gone &= _try_to_empty(f"{self._folder}/{name}")
        else:
            is_gone = _try_to_empty(self._folder)
        self._lay_out_again()
        return is_gone

    def _empty_more(self) -> None:
        for folder in self._more:
            if _listed(folder):
                _try_to_empty(folder)

    # --- between two batches --------------------------------------------------------------------

    def clear(self) -> None:
        """Remove what was written since the last time. Nothing may be at work there.

        What takes too long to remove is put aside, and goes on being removed the next time.
        """
        self._empty_more()
        if not self._is_empty():
            if not _try_to_empty(self._folder):
                self._put_aside()
            self._lay_out_again()
        self._beside = self._found_beside()

    def _put_aside(self) -> None:
        for name in self._folders:
            self._aside += 1
            try:
                rename(f"{self._folder}/{name}", f"{self._folder}/.aside-{self._aside}")
            except OSError:
                continue

    def _is_empty(self) -> bool:
        try:
            return (
                len(listdir(self._folder)) == len(self._folders)
                and not any(listdir(f"{self._folder}/{name}") for name in _FOLDERS)
                and self._has_its_links()
            )
        except OSError:
            return False

    def _has_its_links(self) -> bool:
        if not self._has_work:
            return True
        return set(listdir(f"{self._folder}/work")) == self._links and not self.missing()

    def _lay_out_again(self) -> None:
        self._lay_out()
        if self._has_work:
            chdir(self.working_folder)  # the one that this process was in may be another

    def _lay_out(self) -> None:
        for name in self._folders:
            try:
                mkdir(f"{self._folder}/{name}", 0o700)
            except OSError:
                continue
        for name in self._links:
            try:
                symlink(f"{self._tree}/{name}", f"{self._folder}/work/{name}")
            except OSError:
                continue


def _links_for(tree: str) -> frozenset[str] | None:
    """What the working folder shows of a tree; None where there is no tree, or too much in it."""
    try:
        names = listdir(tree)
    except OSError:
        return None
    return frozenset(names) if len(names) <= _MOST_LINKS else None


def _listed(folder: str) -> list[str]:
    try:
        return listdir(folder)
    except OSError:
        return []


def _try_to_empty(folder: str) -> bool:
    try:
        return empty_folder(folder, _PATIENCE_S)
    except OSError:
        return False  # removed, or made unreadable for good
