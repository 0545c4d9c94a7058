"""Where is scratch at the levels without mounts of their own?"""

from __future__ import annotations

import functools
import os
import stat
import tempfile
from pathlib import Path

from swerve.worker._emptying import remove_folder
from swerve.worker._scratch import Scratch

_PREFIX = "swerve-cell-"


def open_scratch() -> str:
    """Make a scratch folder among the temporary files of the machine."""
    top = tempfile.gettempdir()
    _remove_stale(top)
    folder = os.path.realpath(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=top))
    Scratch(folder)  # with its folders
    return folder


@functools.cache
def _remove_stale(top: str) -> None:
    """Remove what a swerve of this user left that was killed; looked for once a process."""
    for path in Path(top).glob(f"{_PREFIX}*"):
        owner = path.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdigit() and not os.path.exists(f"/proc/{owner}") and _is_ours(path):
            remove_folder(str(path))


def _is_ours(path: Path) -> bool:
    try:
        found = path.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
