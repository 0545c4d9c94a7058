"""Where is the repository that a folder belongs to?

git is not asked: it takes any folder with the files of a bare repository for one, and its settings
too, also where both came with the checkout.
"""

from __future__ import annotations

import os
from pathlib import Path


def is_top(folder: Path) -> bool:
    """Whether a folder has a `.git` of its own: a repository, or the file of a linked one."""
    entry = folder / ".git"
    return os.path.isfile(entry) or os.path.lexists(entry / "HEAD")


def top_around(folder: Path) -> Path | None:
    """The nearest folder, this one or above, that has a `.git`."""
    return next(filter(is_top, (folder, *folder.parents)), None)


def bare_around(folder: Path) -> Path | None:
    """The bare repository that a folder is or lies in, where nothing around it has a `.git`."""
    if top_around(folder):
        return None
    return next(filter(_is_bare, (folder, *folder.parents)), None)


def _is_bare(folder: Path) -> bool:
    folders = (os.path.isdir(folder / name) for name in ("objects", "refs"))
    return all(folders) and os.path.lexists(folder / "HEAD")
