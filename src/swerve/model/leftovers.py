"""Where are temporary folders that go even if swerve is killed?"""

from __future__ import annotations

import functools
import os
import stat
import sys
import tempfile
from pathlib import Path

from swerve.worker.core.emptying import remove_folder


def make_folder(prefix: str) -> str:
    """Make a folder among the temporary files of the machine, named for this process.

    It is removed by whoever made it, or else by a later swerve that makes one with that prefix.
    """
    top = tempfile.gettempdir()
    _remove_stale(top, prefix)
    return os.path.realpath(tempfile.mkdtemp(prefix=f"{prefix}{os.getpid()}-", dir=top))


@functools.cache
def _remove_stale(top: str, prefix: str) -> None:
    """Remove what a swerve of this user left that was killed; looked for once a process."""
    if not sys.platform.startswith("linux"):
        return
    for path in Path(top).glob(f"{prefix}*"):
        owner = path.name.removeprefix(prefix).partition("-")[0]
        if owner.isdigit() and not os.path.exists(f"/proc/{owner}") and _is_ours(path):
            remove_folder(str(path))


def _is_ours(path: Path) -> bool:
    try:
        found = path.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
