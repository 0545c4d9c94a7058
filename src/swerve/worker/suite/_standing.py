"""Where do the tests of a project run?"""

from __future__ import annotations

import os
import shutil
from typing import Any

#: Where the project is copied to, so that its tests may write, and where they start without one.
_COPY, _EMPTY = "tree", "empty"


def stand(order: Any) -> tuple[str, list[str]]:
    """Go where the tests run: the folder, and what is imported from there.

    `instead` names files that are taken from elsewhere: path in the tree, and where it lies.
    """
    scratch = os.getcwd()
    if order["tree"] is None:
        folder = os.path.join(scratch, _EMPTY)
        os.mkdir(folder)
    else:
        folder = os.path.join(scratch, _COPY)
        shutil.copytree(order["tree"], folder, symlinks=True)
    for name, source in order.get("instead", ()):
        _put(source, os.path.join(folder, name))
    os.chdir(folder)
    os.environ["PWD"] = folder
    paths = [os.path.normpath(os.path.join(folder, path)) for path in order["paths"]]
    if paths:
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    return folder, paths


def _put(source: str | None, place: str) -> None:
    """Copy a file to its place; take away what is there when there is none."""
    if os.path.lexists(place):
        os.unlink(place)
    if source is not None:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.copy2(source, place, follow_symlinks=False)
