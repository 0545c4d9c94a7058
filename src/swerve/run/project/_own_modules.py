"""Is a module that was not found a part of the project itself?"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path

from swerve.source.build.dependencies import normalised
from swerve.source.build.files import BuildFiles, read_build_files, read_bytes, strings

#: What a module is made of, or will be.
_SOURCES = (".py", ".pyx", ".pyi", ".so", ".pyd")
#: In an `__init__.py` that leaves room for parts from elsewhere.
_SHARING = re.compile(rb"extend_path|declare_namespace")
_MOST_FOLDERS = 5000


class Ownership(Enum):
    """Whether a module belongs to the code below a folder."""

    YES = "yes"
    #: It is a folder of code, or would lie in one, that is no package: others may share the name.
    PERHAPS = "perhaps"
    NO = "no"


def ownership(folder: Path, module: str) -> Ownership:
    """Whether a module would be one of those that are imported from a folder."""
    for depth, part in enumerate(module.split(".")):
        if _is_module(folder, part):
            return Ownership.YES
        folder = folder / part
        init = folder / "__init__.py"
        if os.path.isfile(init) and not _SHARING.search(read_bytes(init)):
            return Ownership.YES
        if not os.path.isdir(folder):
            return Ownership.PERHAPS if depth else Ownership.NO
        if not _holds_code(folder):
            return Ownership.NO
    return Ownership.PERHAPS


def is_called(folder: Path, module: str) -> bool:
    """Whether the build files in a folder give that name to the project or a package of it."""
    top = module.partition(".")[0]
    return normalised(top) in {normalised(name) for name in _names(read_build_files(folder))}


def place_in(tree: Path, module: str) -> str:
    """The file of a tree that would be the module, were its folder on the import path; or empty."""
    inner = module.partition(".")[0]
    for folder in _folders(tree):
        for name in (f"{inner}.py", f"{inner}/__init__.py"):
            if os.path.isfile(folder / name):
                return (folder / name).relative_to(tree).as_posix()
    return ""


def _is_module(folder: Path, name: str) -> bool:
    if any(os.path.isfile(folder / f"{name}{suffix}") for suffix in _SOURCES):
        return True
    return any(entry.startswith(f"{name}.cpython-") for entry in _entries(folder))


def _holds_code(folder: Path) -> bool:
    return any(entry.endswith(_SOURCES) for place in _folders(folder) for entry in _entries(place))


def _folders(top: Path) -> Iterator[Path]:
    """Folders from the top down, those near it first; links are not followed."""
    waiting = [top]
    for _ in range(_MOST_FOLDERS):
        if not waiting:
            return
        folder = waiting.pop(0)
        yield folder
        inner = (folder / name for name in _entries(folder) if not name.startswith("."))
        waiting += [path for path in inner if os.path.isdir(path) and not os.path.islink(path)]


def _entries(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _names(files: BuildFiles) -> Iterable[str]:
    for table in ("project", "tool.poetry", "tool.flit.module", "tool.flit.metadata"):
        yield from strings(files.table(table).get("name"))
        yield from strings(files.table(table).get("module"))
    yield from strings(files.setup.get("name"))
    yield files.cfg("metadata", "name")
    setuptools = files.table("tool.setuptools")
    maturin = files.table("tool.maturin").get("module-name")
    for named in (
        *(setuptools.get("packages"), setuptools.get("py-modules"), maturin),
        *(files.setup.get("packages"), files.setup.get("py_modules")),
    ):
        yield from (name.partition(".")[0] for name in strings(named))
