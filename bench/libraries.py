"""Which libraries are mutated and rewritten, and how does one get ready?

`libraries.tsv` lists them with their versions. Those of the set `final` are measured; what the
engines are built with is tried on those of the set `dev` alone. None of `final` was among the
projects that the value model learned from.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.sdists import downloaded, environment, unpack

#: Where downloads, environments and results are kept, unless another place is named.
CACHE = Path(__file__).parents[1] / "build" / "libraries"
_LIST = Path(__file__).with_suffix(".tsv")
_COLUMNS = ("set", "name", "version", "code", "needs", "tests")
#: The version that runs the suites is a part of the result.
_TOOLS = ("pytest==8.3.4", "pytest-cov==6.0.0")
#: Not part of what a person would compare, and made anew with each run.
_LITTER = shutil.ignore_patterns("__pycache__", "*.pyc", ".hypothesis", ".pytest_cache")


@dataclass(frozen=True, slots=True)
class Library:
    """A library of the package index whose source distribution carries its tests."""

    set: str
    name: str
    version: str
    #: The folder or file with its code, in its source distribution.
    code: str
    #: What its tests need beside itself and pytest.
    needs: tuple[str, ...]
    #: What pytest is given.
    tests: tuple[str, ...]

    @property
    def title(self) -> str:
        """Name and version."""
        return f"{self.name} {self.version}"

    @property
    def root(self) -> str:
        """The folder that imports start from, in the source distribution."""
        return str(Path(self.code).parent)


@dataclass(frozen=True, slots=True)
class Ready:
    """A library that lies here unpacked, beside an interpreter that has what it needs."""

    library: Library
    #: Nothing is ever written into it.
    tree: Path
    python: Path
    #: For what is found out about it once.
    notes: Path

    def files(self) -> list[str]:
        """Its modules, as paths in the tree; no tests."""
        code = self.tree / self.library.code
        paths = sorted(code.rglob("*.py")) if code.is_dir() else [code]
        names = (path.relative_to(self.tree).as_posix() for path in paths)
        return [name for name in names if not _is_test(name)]


def read_libraries(wanted: str) -> list[Library]:
    """The libraries of a set."""
    head, *lines = _LIST.read_text("utf-8").splitlines()
    if tuple(head.split("\t")) != _COLUMNS:
        raise ValueError(f"{_LIST} has other columns than {', '.join(_COLUMNS)}")
    found = []
    for line in lines:
        group, name, version, code, needs, tests = line.split("\t")
        if group == wanted:
            rest = tuple(needs.split()), tuple(tests.split())
            found.append(Library(group, name, version, code, *rest))
    return found


def get_ready(library: Library, cache: Path) -> Ready:
    """Download, unpack and install a library with what its tests need, once."""
    place = cache / f"{library.name}-{library.version}-{sys.version_info[0]}.{sys.version_info[1]}"
    ready = Ready(library, place / "tree", place / "venv" / "bin" / "python", place / "notes")
    done = place / "installed"
    wanted = " ".join((*_TOOLS, *library.needs))
    if not done.is_file() or done.read_text() != wanted:
        shutil.rmtree(place, ignore_errors=True)
        unpack(downloaded(library.name, library.version, cache / "sdists"), ready.tree)
        environment(place / "venv", *_TOOLS, *library.needs, str(ready.tree))
        _take_out(ready)
        ready.notes.mkdir()
        done.write_text(wanted)
    return ready


@contextmanager
def tree_with(ready: Ready, texts: dict[str, str], *, stubs: bool = True) -> Iterator[Path]:
    """A copy of the tree in which some files have another text, for as long as it is needed."""
    with copied(ready.tree) as tree:
        for file, text in texts.items():
            write_text(tree / file, text)
        if not stubs:
            for path in tree.rglob("*.pyi"):
                path.unlink()
        yield tree


@contextmanager
def copied(tree: Path) -> Iterator[Path]:
    """A copy of a tree, for as long as it is needed."""
    with TemporaryDirectory(prefix="swerve-bench-") as folder:
        copy = Path(folder) / "tree"
        shutil.copytree(tree, copy, ignore=_LITTER)
        yield copy


def read_text(path: Path) -> str:
    """The text of a file, line ends as they are."""
    return path.read_bytes().decode("utf-8")


def write_text(path: Path, text: str) -> None:
    """Write a file, line ends as they are."""
    path.write_bytes(text.encode("utf-8"))


def _take_out(ready: Ready) -> None:
    """Leave the library itself out of its environment: the trees are what is imported.

    What says that it is installed stays, for those that ask for their own version.
    """
    script = "import sysconfig; print(sysconfig.get_path('purelib'))"
    ran = subprocess.run(
        [str(ready.python), "-c", script], check=True, capture_output=True, text=True
    )
    installed = Path(ran.stdout.strip()) / Path(ready.library.code).name
    if installed.is_dir():
        shutil.rmtree(installed)
    else:
        installed.unlink(missing_ok=True)


def _is_test(file: str) -> bool:
    *folders, name = file.split("/")
    return (
        any(folder in ("test", "tests", "testing") for folder in folders)
        or name.startswith("test_")
        or name.endswith("_test.py")
        or name == "conftest.py"
    )
