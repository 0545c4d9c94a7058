"""Is a folder that was given for comparison a package, and by which name is it imported?"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from swerve.run.project._roots import imported_in, is_name, python_files
from swerve.source.build.files import BUILD_FILES, read_bytes

_RELATIVE = re.compile(rb"^[ \t]*from[ \t]+\.", re.MULTILINE)
#: Files that are searched for relative imports.
_MOST_FILES = 200


class NoName(Exception):
    """The folders are a package, under names that Python cannot import or that nobody can tell."""


def package_path(old: Path, new: Path) -> str:
    """Where the content of two folders belongs below an import root; "" when they are no package.

    A package that lies in packages has a path of several parts. Where the sides have different
    names, the one that the code uses for itself is right, else that of the new side.
    """
    sides = (new, old)
    if not any(os.path.isfile(side / "__init__.py") for side in sides):
        return ""
    if any(os.path.isfile(side / name) for side in sides for name in (*BUILD_FILES, "manage.py")):
        return ""
    names = [name for name in map(_path_of, sides) if name]
    imported = {name for side in sides for name in imported_in(side)}
    is_used = [name for name in names if name.partition("/")[0].encode() in imported]
    if is_used:
        return is_used[0]
    has_relative = any(map(_has_relative, sides))
    if not has_relative and any(_imports_neighbours(side, imported) for side in sides):
        return ""
    if len(set(names)) == 1 and len(names) == 2:
        return names[0]
    if not has_relative:
        return ""
    if not names:
        raise NoName
    return names[0]


def import_root(folder: Path) -> Path:
    """The folder from which code in a folder is imported: the first that is no package."""
    while os.path.isfile(folder / "__init__.py") and folder != folder.parent:
        folder = folder.parent
    return folder


def _path_of(folder: Path) -> str:
    """The path from the import root; empty when it cannot be imported under that."""
    root = import_root(folder.parent)
    path = folder.relative_to(root).as_posix()
    return path if all(map(is_name, path.split("/"))) else ""


def _has_relative(folder: Path) -> bool:
    return any(_RELATIVE.search(read_bytes(file)) for file in _first_files(folder))


def _imports_neighbours(folder: Path, imported: set[bytes]) -> bool:
    try:
        names = os.listdir(folder)
    except OSError:
        return False
    modules = {name.removesuffix(".py") for name in names if name.endswith(".py")}
    modules |= {name for name in names if os.path.isfile(folder / name / "__init__.py")}
    return bool({os.fsencode(name) for name in modules} & imported)


def _first_files(folder: Path) -> Iterator[Path]:
    for _, file in zip(range(_MOST_FILES), python_files(folder), strict=False):
        yield file
