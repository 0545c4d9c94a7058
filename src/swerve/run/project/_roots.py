"""From which folders of a tree does its code import itself, and is a folder a package?"""

from __future__ import annotations

import keyword
import os
import posixpath
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from swerve.source.build.declared_roots import declared_roots
from swerve.source.build.files import BUILD_FILES, read_build_files, read_bytes

#: Source folders that people use without saying so anywhere.
_USUAL_FOLDERS = ("src", "lib", "python")
#: Projects below these are material of the project above them.
_MATERIAL = frozenset(
    (
        *("test", "tests", "testing", "testdata", "fixtures", "data", "templates"),
        *("example", "examples", "sample", "samples", "demo", "demos", "doc", "docs"),
        *("vendor", "_vendor", "vendored", "third_party", "node_modules", "build", "dist"),
    )
)
_DEEPEST_PROJECT = 3
_MOST_PROJECTS = 50
_MOST_FOLDERS = 3000
#: Files that are searched for how they import their neighbours.
_MOST_FILES = 200
_IMPORT = re.compile(rb"^[ \t]*(?:from|import)[ \t]+([A-Za-z_]\w*)", re.MULTILINE)
_RELATIVE = re.compile(rb"^[ \t]*from[ \t]+\.", re.MULTILINE)


def roots_of(tree: Path, paths: Iterable[str] = ()) -> tuple[str, ...]:
    """The folders to put on the import path, first one first, relative to the tree.

    The tree itself, "", is always among them. `paths` are files that are to be imported: the
    projects that hold them come first, and a folder of scripts becomes a root for them.
    """
    wanted = tuple(paths)
    roots: dict[str, None] = {}
    for project in _projects(tree, wanted):
        found = declared_roots(read_build_files(tree / project))
        inside = [
            _below(project, root) for root in (*found, *([] if found else _guessed(tree, project)))
        ]
        roots.update(
            dict.fromkeys(root for root in inside if root is not None and (tree / root).is_dir())
        )
        roots[project] = None
    for path in wanted:
        loose = _loose_root(tree, path, tuple(roots))
        if loose is not None:
            roots[loose] = None
    return tuple(roots)


def module_name(path: str, roots: Iterable[str]) -> str | None:
    """The name a file is imported by; `None` when no root gives it one that Python can write."""
    if not path.endswith(".py"):
        return None
    for root in sorted(roots, key=len, reverse=True):
        if root and not path.startswith(f"{root}/"):
            continue
        inner = path[len(root) + 1 if root else 0 :]
        parts = inner.removesuffix(".py").split("/")
        if parts[-1] == "__init__":
            parts.pop()
        if parts and all(is_name(part) for part in parts):
            return ".".join(parts)
    return None


def is_name(part: str) -> bool:
    """Whether Python can write a part of a module's name."""
    return part.isidentifier() and not keyword.iskeyword(part)


# --- projects inside the tree ---------------------------------------------------------------------


def _projects(tree: Path, wanted: tuple[str, ...]) -> list[str]:
    """Folders with build files, those with wanted files first, then the tree, then the others."""
    found = [folder for folder in _folders(tree, wanted) if folder and _is_project(tree / folder)]
    first = [folder for folder in found if any(path.startswith(f"{folder}/") for path in wanted)]
    first.sort(key=len, reverse=True)
    rest = [folder for folder in found if folder not in first]
    return [*first, "", *rest[:_MOST_PROJECTS]]


def _is_project(folder: Path) -> bool:
    # Django projects are started with this file, from the folder that it lies in.
    return any((folder / name).is_file() for name in (*BUILD_FILES, "manage.py"))


def _folders(tree: Path, wanted: tuple[str, ...]) -> Iterator[str]:
    above = {parent for path in wanted for parent in _parents(path)}
    waiting = [""]
    for _ in range(_MOST_FOLDERS):
        if not waiting:
            break
        folder = waiting.pop(0)
        yield folder
        for name in _subfolders(tree / folder):
            inner = f"{folder}/{name}" if folder else name
            is_near = inner.count("/") < _DEEPEST_PROJECT and name.lower() not in _MATERIAL
            if inner in above or (is_near and not name.startswith(".")):
                waiting.append(inner)


def _subfolders(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as scan:
            return sorted(entry.name for entry in scan if entry.is_dir(follow_symlinks=False))
    except OSError:
        return []


def _parents(path: str) -> Iterator[str]:
    while path := posixpath.dirname(path):
        yield path


def _below(project: str, root: str) -> str | None:
    """A root of a project as a path in the tree; `None` when it leads out of the tree."""
    path = posixpath.normpath(posixpath.join(project, root))
    if path.startswith(("../", "/")) or path == "..":
        return None
    return "" if path == "." else path


# --- what nobody wrote down -----------------------------------------------------------------------


def _guessed(tree: Path, project: str) -> list[str]:
    """Usual source folders, unless the code names them: `from src.app import x`."""
    found = []
    for name in _USUAL_FOLDERS:
        folder = tree / project / name
        if (
            folder.is_dir()
            and not (folder / "__init__.py").exists()
            and _holds_code(folder, deep=name == "src")
            and name.encode() not in imported_in(tree / project)
        ):
            found.append(name)
    return found


def _holds_code(folder: Path, deep: bool) -> bool:
    """Whether there is a package, or below `src` any module, which may be in a namespace."""
    if any((folder / name / "__init__.py").is_file() for name in _subfolders(folder)):
        return True
    return deep and next(python_files(folder), None) is not None


def _loose_root(tree: Path, path: str, roots: tuple[str, ...]) -> str | None:
    """The folder of a script that imports its neighbours by their bare names, as scripts do.

    Else a folder without `__init__.py` is taken for a namespace package.
    """
    if not path.endswith(".py"):
        return None
    folder = posixpath.dirname(path)
    while folder and (tree / folder / "__init__.py").is_file():
        folder = posixpath.dirname(folder)
    if folder in roots or not (tree / folder).is_dir():
        return None
    if module_name(path, roots) is None:
        return folder
    neighbours = {name.encode() for name in _subfolders(tree / folder)}
    neighbours |= {file.stem.encode() for file in (tree / folder).glob("*.py")}
    elsewhere = {
        name.encode()
        for root in roots
        for name in (*_subfolders(tree / root), *(f.stem for f in (tree / root).glob("*.py")))
    }
    return folder if (neighbours - elsewhere) & imported_in(tree / folder) else None


def imported_in(folder: Path) -> set[bytes]:
    """The first names of the imports in the files below a folder."""
    found: set[bytes] = set()
    for file in islice(python_files(folder), _MOST_FILES):
        found.update(_IMPORT.findall(read_bytes(file)))
    return found


def python_files(folder: Path) -> Iterator[Path]:
    """The Python files below a folder, outside hidden folders."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.endswith(".py"):
                yield Path(place, name)


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
    files = islice(python_files(folder), _MOST_FILES)
    return any(_RELATIVE.search(read_bytes(file)) for file in files)


def _imports_neighbours(folder: Path, imported: set[bytes]) -> bool:
    try:
        names = os.listdir(folder)
    except OSError:
        return False
    modules = {name.removesuffix(".py") for name in names if name.endswith(".py")}
    modules |= {name for name in names if os.path.isfile(folder / name / "__init__.py")}
    return bool({os.fsencode(name) for name in modules} & imported)
