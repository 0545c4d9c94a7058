"""How is a folder emptied that hostile code has filled?

Links are never followed. Depth costs nothing: folders are moved up before they are looked into, so
a chain of ten thousand folders needs neither recursion nor a path that is too long.
"""

from __future__ import annotations

from math import inf
from os import (
    O_CLOEXEC,
    O_DIRECTORY,
    O_NOFOLLOW,
    O_RDONLY,
    chmod,
    close,
    fchmod,
    listdir,
    lstat,
    rename,
    rmdir,
    unlink,
)
from os import open as open_file
from stat import S_ISDIR
from time import monotonic


def empty_folder(path: str, patience_s: float = inf) -> bool:
    """Remove everything below the folder; False when something was not removed.

    Nothing else may be at work below it: end the processes first.
    """
    top = open_file(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    try:
        fchmod(top, 0o700)
        return _empty(top, monotonic() + patience_s)
    finally:
        close(top)


def remove_folder(path: str) -> bool:
    """Remove the folder with everything below it; False when something is left."""
    try:
        empty_folder(path)
        rmdir(path)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _empty(top: int, until: float) -> bool:
    """Empty an open folder: files go, folders give up what they hold to the top and go too."""
    stuck: set[str] = set()
    number = 0
    while True:
        names = [name for name in listdir(top) if name not in stuck]
        if not names:
            return not stuck
        for name in names:
            if monotonic() > until:
                return False
            try:
                if _is_folder(top, name):
                    number = _hollow(top, name, number, until)
                    rmdir(name, dir_fd=top)
                else:
                    unlink(name, dir_fd=top)
            except OSError:
                stuck.add(name)


def _hollow(top: int, name: str, number: int, until: float) -> int:
    """Unlink the files of a folder and move its folders up, as far as that can be done."""
    inner = _open_folder(top, name)
    try:
        for child in listdir(inner):
            if monotonic() > until:
                break
            try:
                if _is_folder(inner, child):
                    number = _lift(inner, child, top, number)
                else:
                    unlink(child, dir_fd=inner)
            except OSError:
                continue  # a mount point, perhaps; what lies beside it still goes
    finally:
        close(inner)
    return number


def _lift(inner: int, child: str, top: int, number: int) -> int:
    """Move a folder up to the top, under a name that is free there."""
    while True:
        number += 1
        name = f".aside-{number}"
        try:
            lstat(name, dir_fd=top)
        except FileNotFoundError:
            break
    # A folder without write permission cannot be moved: its ".." would change.
    chmod(child, 0o700, dir_fd=inner)
    rename(child, name, src_dir_fd=inner, dst_dir_fd=top)
    return number


def _open_folder(top: int, name: str) -> int:
    flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    try:
        folder = open_file(name, flags, dir_fd=top)
    except PermissionError:
        chmod(name, 0o700, dir_fd=top)
        folder = open_file(name, flags, dir_fd=top)
    fchmod(folder, 0o700)
    return folder


def _is_folder(top: int, name: str) -> bool:
    return S_ISDIR(lstat(name, dir_fd=top).st_mode)
