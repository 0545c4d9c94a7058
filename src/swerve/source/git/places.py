"""Where is the repository that a folder belongs to?

git is not asked: it takes any folder with the files of a bare repository for one, and its settings
too, also where both came with the checkout.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

#: Of a file that names a folder.
_LONGEST = 10_000


@dataclass(frozen=True, slots=True)
class GitFolders:
    """Where git keeps what it knows; both are the same but in a linked work tree."""

    #: Of this work tree: HEAD and the index.
    own: str
    #: Of all its work trees: objects, refs and settings.
    common: str


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


def git_folders(top: Path, variables: Mapping[str, str]) -> GitFolders | None:
    """The folders of the repository that git finds when it starts in `top`, sound or not."""
    top = top.absolute()
    if own := variables.get("GIT_DIR"):
        own = _followed(os.path.join(top, own))
    elif is_top(top):
        own = _followed(str(top / ".git"))
    elif _is_bare(top):
        own = str(top)
    else:
        return None
    if common := variables.get("GIT_COMMON_DIR"):
        return GitFolders(own, os.path.join(top, common))
    line = _line_of(os.path.join(own, "commondir"))
    return GitFolders(own, os.path.normpath(os.path.join(own, line)) if line else own)


def _followed(entry: str) -> str:
    """A folder of git, or the one that the file in its place names."""
    line = _line_of(entry) or ""
    named = line.removeprefix("gitdir: ")
    return entry if named == line else os.path.join(os.path.dirname(entry), named)


def _line_of(file: str) -> str | None:
    """The text of a small file without the end of its line; nothing where there is none."""
    with suppress(OSError):
        if os.path.isfile(file):
            with open(file, "rb") as stream:
                return os.fsdecode(stream.read(_LONGEST).rstrip(b"\r\n"))
    return None


def _is_bare(folder: Path) -> bool:
    folders = (os.path.isdir(folder / name) for name in ("objects", "refs"))
    return all(folders) and os.path.lexists(folder / "HEAD")
