"""Which files of a project hold tests, and what must pytest be told for them?"""

from __future__ import annotations

import os
import random
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from swerve.model.errors import NoTests, PathMissing
from swerve.source.build.files import read_cfg, read_toml, strings

#: What pytest takes for tests, and what people call them besides.
_PATTERNS = ("test_*.py", "*_test.py", "tests.py", "test.py")
_TEST_FOLDERS = frozenset(("test", "tests", "testing"))
#: Folders with code that tests read, or that nobody wrote.
_SKIPPED = frozenset(
    ("data", "testdata", "test_data", "fixtures", "build", "dist", "node_modules", "venv")
)


@dataclass(frozen=True, slots=True)
class Conventions:
    """What a project tells pytest."""

    python_files: tuple[str, ...] = ()
    testpaths: tuple[str, ...] = ()
    #: Options that say how tests are imported; the others are about what a person gets to see.
    options: tuple[str, ...] = ()


def conventions_of(tree: Path) -> Conventions:
    """Read the first file that pytest would take its settings from."""
    for table in _settings(tree):
        if table is not None:
            return Conventions(
                python_files=tuple(_words(table.get("python_files"))),
                testpaths=tuple(_words(table.get("testpaths"))),
                options=tuple(_kept(_words(table.get("addopts")), tree)),
            )
    return Conventions()


def files_with_tests(tree: Path, conventions: Conventions, wanted: Sequence[str] = ()) -> list[str]:
    """The files with tests below a folder, in an order that mixes them, the same every time.

    `wanted` are files and folders to look in instead of everywhere; a file may have any name.
    """
    found = sorted(_found(tree, conventions))
    if wanted:
        found = sorted({file for path in wanted for file in _below(tree, path, found)})
    else:
        paths = [os.path.normpath(path) for path in conventions.testpaths]
        inside = [file for file in found if any(_is_in(file, path) for path in paths)]
        found = inside or found
    if not found:
        where = ", ".join(wanted) or "the project"
        raise NoTests(
            f"There are no tests in {where}: no file name matches {_PATTERNS[0]}.",
            "Pass files or folders with tests after the project's folder.",
        )
    # Mixed, so that what is run before the time is out is a fair sample.
    random.Random(0).shuffle(found)  # noqa: S311 - no secret
    return found


def is_test(file: str) -> bool:
    """Whether a file is a part of the tests, by its path."""
    *folders, name = file.split("/")
    is_called_so = name == "conftest.py" or any(fnmatch(name, each) for each in _PATTERNS)
    return is_called_so or not _TEST_FOLDERS.isdisjoint(folders)


def take_chunk(waiting: list[str], most: int, tree: Path) -> list[str]:
    """Take files that can run in one process off a list.

    Two modules of the same name that are in no package cannot.
    """
    taken: list[str] = []
    names: set[str] = set()
    for file in waiting:
        folder, name = os.path.split(file)
        key = file if (tree / folder / "__init__.py").is_file() else name
        if key not in names:
            names.add(key)
            taken.append(file)
            if len(taken) == most:
                break
    chosen = set(taken)
    waiting[:] = [file for file in waiting if file not in chosen]
    return taken


def _found(tree: Path, conventions: Conventions) -> Iterator[str]:
    patterns = (*_PATTERNS, *conventions.python_files)
    for place, folders, names in os.walk(tree):
        folders[:] = [f for f in folders if f not in _SKIPPED and not f.startswith(".")]
        folder = os.path.relpath(place, tree)
        in_tests = not _TEST_FOLDERS.isdisjoint(folder.split("/"))
        for name in names:
            is_called_so = any(fnmatch(name, pattern) for pattern in patterns)
            if name.endswith(".py") and (is_called_so or (in_tests and name.startswith("test"))):
                yield os.path.normpath(os.path.join(folder, name))


def _below(tree: Path, path: str, found: Iterable[str]) -> Iterator[str]:
    inner = os.path.normpath(path)
    if inner.startswith(("../", "/")) or not (tree / inner).exists():
        raise PathMissing(
            f"There is no `{path}` in the project.", "Give tests relative to the project's folder."
        )
    if (tree / inner).is_file():
        yield inner
    yield from (file for file in found if _is_in(file, inner))


def _is_in(file: str, folder: str) -> bool:
    return folder == "." or file == folder or file.startswith(f"{folder}/")


# --- settings -------------------------------------------------------------------------------------


def _settings(tree: Path) -> Iterator[Mapping[str, object] | None]:
    for name in ("pytest.ini", ".pytest.ini"):
        yield _section(tree / name, "pytest")
    tool = read_toml(tree / "pyproject.toml").get("tool")
    table = tool.get("pytest") if isinstance(tool, Mapping) else None
    if isinstance(table, Mapping):
        inner = table.get("ini_options")
        yield inner if isinstance(inner, Mapping) else table
    yield _section(tree / "tox.ini", "pytest")
    yield _section(tree / "setup.cfg", "tool:pytest")


def _section(file: Path, name: str) -> Mapping[str, object] | None:
    return read_cfg(file).get(name)


def _words(value: object) -> list[str]:
    if isinstance(value, str):
        try:
            return shlex.split(value)
        except ValueError:
            return value.split()
    return strings(value)


def _kept(words: list[str], tree: Path) -> Iterator[str]:
    for number, word in enumerate(words):
        following = "".join(words[number + 1 : number + 2])
        if word.startswith("--import-mode="):
            yield word
        elif word == "--import-mode" and following:
            yield f"{word}={following}"
        elif word == "-p" and _is_plugin_at_hand(following, tree):
            yield from (word, following)
        elif word.startswith("-p") and _is_plugin_at_hand(word[2:], tree):
            yield word


def _is_plugin_at_hand(name: str, tree: Path) -> bool:
    place = tree / name.replace(".", "/")
    return name == "pytester" or (
        bool(name) and (place.with_name(f"{place.name}.py").is_file() or place.is_dir())
    )
