"""Where is a repository that was named by its URL?"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path

from swerve.model.errors import BadUsage, GitFailed
from swerve.run.project import open_cache
from swerve.source import clone, missing_commits, update

#: As git reads them: a URL, or HOST:PATH.
_URL = re.compile(r"[a-z][a-z0-9+.-]*://.+|[\w.-]+@[\w.-]+:.+|[\w-]+(\.[\w-]+)+:(?!/?/).+")
#: A clone that was not used for so long goes when another one is made.
_UNUSED_S = 30 * 24 * 3600.0
_SCHEMES = ("https://", "http://", "ssh://", "git://", "file://")


def is_url(word: str) -> bool:
    """Whether that is the URL of a repository, rather than a path."""
    return bool(_URL.fullmatch(word))


def check_url(url: str) -> None:
    """Raise where a URL cannot be kept in a store, or is of a kind that runs programs."""
    if "://" in url and not url.startswith(_SCHEMES):
        raise BadUsage(
            f"A repository cannot be cloned from `{url.partition('://')[0]}://`.",
            f"Use {', '.join(_SCHEMES)} or HOST:PATH.",
        )
    # For GitHub and others, what stands where a user would is a password, too.
    if re.match(r"https?://[^/@]*@|\w+://[^/@]*:[^/@]*@", url):
        raise BadUsage(
            "A repository URL contains a user name or password, which would end up in the store.",
            "Leave it out, and use a git credential helper.",
        )


def folder_of(repository: str, *revisions: str, fresh: bool = False) -> Path:
    """The folder of a repository; one that is a URL is cloned into swerve's cache.

    A clone is brought up to date when one of these full ids of commits is not in it, or it is to
    be `fresh`.
    """
    if not is_url(repository):
        return Path(repository)
    check_url(repository)
    place = open_cache().folder / "clones"
    place.mkdir(mode=0o700, exist_ok=True)
    name = blake2b(repository.encode("utf-8", "surrogateescape"), digest_size=12).hexdigest()
    folder = place / f"{name}.git"
    with _locked(place / f"{name}.lock"):
        if not (folder / ".git").is_dir():
            _clean(place)
            _clone(repository, folder)
        elif fresh or missing_commits(folder, revisions):
            try:
                update(folder, repository)
            except GitFailed:  # whoever was killed while doing so may have left it locked
                _clone(repository, folder)
        os.utime(folder)
    return folder


def _clone(repository: str, folder: Path) -> None:
    """Clone a repository, in the place of a clone that is there only when that has worked."""
    part = folder.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        clone(repository, part)
        _delete(folder)
        part.rename(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _clean(place: Path) -> None:
    """Delete clones that nobody used for long. The time stamp of one is its last use."""
    for folder in place.glob("*.git"):
        if _is_unused(folder):
            with _locked(folder.with_suffix(".lock")):
                if _is_unused(folder):
                    _delete(folder)


def _delete(folder: Path) -> None:
    """Delete a clone, of which nobody is to see a half."""
    gone = folder.with_suffix(".gone")
    shutil.rmtree(gone, ignore_errors=True)
    with suppress(FileNotFoundError):
        folder.rename(gone)
    shutil.rmtree(gone, ignore_errors=True)


def _is_unused(folder: Path) -> bool:
    try:
        return time.time() - folder.stat().st_mtime > _UNUSED_S
    except OSError:  # another process was faster
        return False


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Keep other processes from cloning the same."""
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        with suppress(OSError):  # no locks on this file system: two clone, and one of them wins
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
