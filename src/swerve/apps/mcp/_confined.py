"""Which paths may an agent name?"""

from __future__ import annotations

import os
from pathlib import Path

from swerve.model.errors import OutsideRoot, PathMissing
from swerve.source import repository_top


def confined(root: Path, name: str, inside: Path | None = None) -> Path:
    """The path that a name means, relative to `inside` or to the root; links are followed.

    Raises `OutsideRoot` for whatever leads out of the root.
    """
    try:
        path = Path(os.path.realpath((inside or root) / name))
    except (OSError, ValueError) as error:  # a null byte
        raise PathMissing(f"`{name!r}` is no path.", "Check the path.") from error
    need_inside(root, path)
    return path


def need_inside(root: Path, path: Path) -> None:
    """Raise unless a path, followed to where it leads, is in the root."""
    real = Path(os.path.realpath(path))
    if real != root and root not in real.parents:
        raise OutsideRoot(
            f"`{path}` is outside `{root}`, which this server is confined to.",
            "Name something below it; `swerve mcp --root DIR` starts a server for another folder.",
        )


def repository(root: Path, name: str) -> Path:
    """A folder in a repository that lies in the root as a whole."""
    folder = confined(root, name)
    if not folder.is_dir():
        raise PathMissing(f"There is no folder `{folder}`.", "Check the path.")
    need_inside(root, repository_top(folder))
    return folder
