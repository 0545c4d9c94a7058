"""Where may target code write, and how does every batch find it empty?"""

from __future__ import annotations

from os import listdir, mkdir, rename
from os.path import islink

from .emptying import empty_folder

#: What a scratch folder holds at the start of each batch, and the variable that leads there.
_FOLDERS = {"home": "HOME", "tmp": "TMPDIR"}
#: Seconds for removing things between two batches.
_PATIENCE_S = 0.1


class Scratch:
    """The one folder of a cell that can be written to."""

    def __init__(self, folder: str, more: tuple[str, ...] = ()) -> None:
        """`more` are folders that are nobody else's and are emptied too, unless they are links."""
        self._folder = folder
        self._more = tuple(path for path in more if not islink(path))
        self._aside = 0
        self._lay_out()

    def environment(self) -> dict[str, str]:
        """The variables that tell programs where to write."""
        return {name: f"{self._folder}/{folder}" for folder, name in _FOLDERS.items()}

    def clear(self) -> None:
        """Remove what was written since the last time. Nothing may be at work there.

        What takes too long to remove is put aside, and goes on being removed the next time.
        """
        for folder in self._more:
            if _has_entries(folder):
                _try_to_empty(folder)
        if self._is_empty():
            return
        if not _try_to_empty(self._folder):
            self._put_aside()
        self._lay_out()

    def _put_aside(self) -> None:
        for name in _FOLDERS:
            self._aside += 1
            try:
                rename(f"{self._folder}/{name}", f"{self._folder}/.aside-{self._aside}")
            except OSError:
                continue

    def _is_empty(self) -> bool:
        try:
            return len(listdir(self._folder)) == len(_FOLDERS) and not any(
                listdir(f"{self._folder}/{name}") for name in _FOLDERS
            )
        except OSError:
            return False

    def _lay_out(self) -> None:
        for name in _FOLDERS:
            try:
                mkdir(f"{self._folder}/{name}", 0o700)
            except OSError:
                continue


def _has_entries(folder: str) -> bool:
    try:
        return bool(listdir(folder))
    except OSError:
        return False


def _try_to_empty(folder: str) -> bool:
    try:
        return empty_folder(folder, _PATIENCE_S)
    except OSError:
        return False  # removed, or made unreadable for good
