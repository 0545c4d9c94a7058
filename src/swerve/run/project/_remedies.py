"""What did an import name that failed, is that the project's own, and what would help?"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TypeAlias

from swerve.source.build.dependencies import normalised
from swerve.source.build.files import BuildFiles, read_build_files, read_bytes, strings

from ._distributions import Install, NotInstallable, distribution_of
from ._manifest import why_unsafe

#: What a module is made of, or will be.
_SOURCES = (".py", ".pyx", ".pyi", ".so", ".pyd")
#: In an `__init__.py` that leaves room for parts from elsewhere.
_SHARING = re.compile(rb"extend_path|declare_namespace")
_MOST_FOLDERS = 5000


@dataclass(frozen=True, slots=True)
class Own:
    """The module is a part of the project: it has to be built, or found in another folder."""

    module: str
    #: A file in the tree that goes by the name and lies in no import root; mostly empty.
    file: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """The module lies beside the file or package that was given: the folder above has it."""

    module: str


Remedy: TypeAlias = Install | Own | Beside | NotInstallable


def remedy_for(
    module: str,
    *,
    roots: Iterable[Path],
    trees: Iterable[Path],
    beside: Iterable[Path],
    declared: Iterable[str],
) -> Remedy:
    """What would bring a module, by its whole name. The project's own is never to be installed."""
    if not module:
        return NotInstallable("has no name")
    places = tuple(roots)
    inside = {ownership(root, module) for root in places}
    around = {ownership(folder, module) for folder in beside}
    if Ownership.YES in around:
        return Beside(module)
    if Ownership.YES in inside or any(is_called(root, module) for root in places):
        return Own(module)
    remedy = distribution_of(module, declared)
    if not isinstance(remedy, Install) or remedy.is_sure:
        return remedy
    if Ownership.PERHAPS in around:
        return Beside(module)
    if Ownership.PERHAPS in inside:
        return Own(module)
    file = next(filter(None, (place_in(tree, module) for tree in trees)), "")
    return Own(module, file) if file else remedy


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


def imported_name(tree: Path, file: str, line: int, missing: str) -> str:
    """The whole name of a missing module, for which an error often has only the beginning.

    `file`, relative to the tree, and `line` are those of the statement. What it takes from a
    module counts as a part: in a namespace it is one. `missing` itself is returned when the
    statement is not found, or imports something else that failed further inside.
    """
    for name in _names_on(line, _source(tree, file)):
        if name == missing or name.startswith(f"{missing}."):
            return name
    return missing


def _source(tree: Path, file: str) -> bytes:
    # The name comes from a process that ran foreign code.
    if not file.endswith(".py") or why_unsafe(file):
        return b""
    path = (tree / file).resolve()
    return read_bytes(path) if path.is_relative_to(tree.resolve()) else b""


def _names_on(line: int, source: bytes) -> Iterator[str]:
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in nodes:
        if not isinstance(node, (ast.Import, ast.ImportFrom, ast.Constant)):
            continue
        if not node.lineno <= line <= (node.end_lineno or node.lineno):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0 and node.module:
                yield from (_joined(node.module, alias.name) for alias in node.names)
        elif isinstance(node.value, str) and _is_dotted(node.value):
            yield node.value  # import_module("a.b")


def _joined(module: str, name: str) -> str:
    return module if name == "*" else f"{module}.{name}"


def _is_dotted(text: str) -> bool:
    return "." in text and all(part.isidentifier() for part in text.split("."))
