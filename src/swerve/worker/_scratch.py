"""Where may target code write, and how does every batch find it empty?"""

from __future__ import annotations

from os import listdir, mkdir

from ._emptying import empty_folder

#: What a scratch folder holds at the start of each batch, and the variable that leads there.
_FOLDERS = {"home": "HOME", "tmp": "TMPDIR"}


class Scratch:
    """The one folder of a cell that can be written to."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._lay_out()

    def environment(self) -> dict[str, str]:
        """The variables that tell programs where to write."""
        return {name: f"{self._folder}/{folder}" for folder, name in _FOLDERS.items()}

    def clear(self) -> None:
        """Remove what was written since the last time. Nothing may be at work there."""
        if self._is_empty():
            return
        try:  # noqa: SIM105 - contextlib is not worth its import here
            empty_folder(self._folder)
        except OSError:
            pass  # removed, or made unreadable for good: laid out again as far as that goes
        self._lay_out()

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
