"""Which built things lie beside the sources, unknown to git, without which nothing imports?"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from swerve.source import Listing, OnDisk, is_generated, list_ignored

_NATIVE = re.compile(r".+\.(so|pyd)")
_BY_NAME = re.compile(
    r"_*version(_?info)?_*\.py|_?build_?info\.py|__config__\.py|_?(about|git_?hash)\.py"
    r"|.+_pb2(_grpc)?\.pyi?|parsetab\.py|lextab\.py",
    re.IGNORECASE,
)
_METADATA = re.compile(r".+\.(egg|dist)-info")
#: Folders that hold copies or other people's things.
_ELSEWHERE = frozenset(
    ("build", "dist", "node_modules", "site-packages", "venv", "env", "htmlcov", "__pycache__")
)
_MOST_FILES = 2000
_HEAD_BYTES = 2000


def borrow(listing: Listing, built: Iterable[str]) -> tuple[Listing, tuple[str, ...]]:
    """Add the built files that a tree lacks; also returns their paths.

    Both sides get the same ones, made from whatever was checked out then. A file goes only
    into folders that the tree has.
    """
    folders = {""}
    for path in listing.places:
        while (path := os.path.dirname(path)) not in folders:
            folders.add(path)
    places = dict(listing.places)
    for path in built:
        folder = os.path.dirname(path)
        if _METADATA.fullmatch(os.path.basename(folder)):
            folder = os.path.dirname(folder)
        if folder in folders and folder not in places:
            places.setdefault(path, OnDisk())
    added = tuple(sorted(places.keys() - listing.places.keys()))
    return replace(listing, places=places), added


def built_files(top: Path) -> Iterator[str]:
    """Paths of native and generated modules in a work tree, and of metadata, that git ignores."""
    for path in list_ignored(top):
        parts = path.rstrip("/").split("/")
        if any(part in _ELSEWHERE or part.startswith(".") for part in parts):
            continue
        if not path.endswith("/"):
            if _is_built(top, path):
                yield path
        elif _METADATA.fullmatch(parts[-1]):
            yield from _files_in(top, path)
        elif (top / path).parent.joinpath("__init__.py").is_file():
            yield from (inner for inner in _files_in(top, path) if _is_built(top, inner))


def is_importable(path: str) -> bool:
    """Whether a built file is a module, and not what describes one."""
    folders, _, name = path.rpartition("/")
    if any(_METADATA.fullmatch(part) for part in folders.split("/")):
        return False
    return name.endswith((".py", ".so", ".pyd"))


def _files_in(top: Path, folder: str) -> list[str]:
    """Files below an ignored folder; none when it is too large to be a part of a package."""
    found: list[str] = []
    for place, folders, names in os.walk(top / folder):
        folders[:] = [name for name in folders if name not in _ELSEWHERE]
        if "pyvenv.cfg" in names:
            return []
        found += [os.path.relpath(os.path.join(place, name), top) for name in names]
        if len(found) > _MOST_FILES:
            return []
    return found


def _is_built(top: Path, path: str) -> bool:
    name = os.path.basename(path)
    if _NATIVE.fullmatch(name) or _BY_NAME.fullmatch(name):
        return True
    return name.endswith(".py") and is_generated(_head(top / path))


def _head(path: Path) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            return file.read(_HEAD_BYTES)
    except OSError:
        return b""
