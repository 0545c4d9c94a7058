"""Which paths of the repository do the paths on the command line mean?"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from swerve.model.errors import PathMissing
from swerve.source.git._names import listed, near_names, quoted
from swerve.source.git.git import Git


def limits_from_paths(
    git: Git, paths: Iterable[str], exists: Callable[[str], bool]
) -> tuple[str, ...]:
    """Return the paths relative to the top of the repository; none when all of it is meant.

    `exists` answers for such a path whether one of the two sides has it.
    """
    limits = []
    for path in paths:
        limit = path_from_top(git, path)
        if limit is None:
            raise PathMissing(
                f"{quoted(path)} is outside the repository {quoted(str(git.top))}.",
                "Go to its repository, or compare files and folders with `swerve diff OLD NEW`.",
            )
        if limit != "." and not exists(limit):
            raise PathMissing(
                f"There is no file or folder {quoted(path)} on either side.",
                _near_paths(git, limit) or "Paths are relative to the current folder.",
            )
        limits.append(limit)
    return () if "." in limits else tuple(limits)


def path_from_top(git: Git, path: str) -> str | None:
    """Return a path relative to the top of the repository; `None` when it leads out of it."""
    top = os.fspath(git.top)
    limit = os.path.relpath(os.path.join(top, git.prefix, path), top)
    if _is_outside(limit) and os.path.isabs(path):
        # The top has no links in it; the way a user names it may have.
        folder, name = os.path.split(path)
        limit = os.path.relpath(os.path.join(os.path.realpath(folder), name), top)
    return None if _is_outside(limit) else limit


def is_on_disk(git: Git, limit: str) -> bool:
    """Whether the work tree has a path."""
    return os.path.lexists(os.path.join(git.top, limit))


def is_in_tree(git: Git, commit: str, limit: str) -> bool:
    """Whether a commit has a path."""
    return bool(git.ask("ls-tree", "-z", "--full-tree", commit, "--", limit).out)


def is_in_index(git: Git, limit: str) -> bool:
    """Whether the index has a path."""
    return bool(git.ask("ls-files", "-z", "--cached", "--", limit).out)


def _is_outside(limit: str) -> bool:
    return limit == ".." or limit.startswith("../")


def _near_paths(git: Git, limit: str) -> str:
    folder, name = os.path.split(limit)
    try:
        near = near_names(name, os.listdir(os.path.join(git.top, folder)))
    except OSError:
        return ""
    paths = [os.path.join(folder, other) for other in near]
    shown = [os.path.relpath(path, git.prefix or ".") for path in paths]
    return f"Did you mean {listed(shown)}?" if shown else ""
