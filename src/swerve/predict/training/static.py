"""Which events does the source of installed packages tell for certain?"""

from __future__ import annotations

import ast
import platform
import re
import tarfile
import warnings
import zipfile
import zlib
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from swerve.facts.certain import Certain, Flow, counts_of
from swerve.model.errors import BadUsage, PathMissing, SwerveError
from swerve.model.writing import make_folder
from swerve.source.syntax import read_source

from .events import (
    Event,
    Header,
    Recorded,
    Span,
    file_name,
    identity_of,
    is_excluded,
    refuse_excluded,
    write,
)

#: How much of a package is read: some of many packages is worth more than all of a few.
MOST_FILES, MOST_BYTES = 80, 600_000
#: Longer files are tables.
_LARGEST_FILE = 200_000
_ARCHIVE = re.compile(r"(?P<name>.+?)-(?P<version>\d[^-]*)(-[^/]*)?\.(whl|zip|tar\.gz|tgz)")
#: Folders with code of others, or that nobody wrote.
_SKIPPED = frozenset(
    {"_vendor", "vendor", "_vendored", "vendored", "_bundled", "extern", "externals", "external",
     "third_party", "thirdparty", "site-packages", "node_modules", "build", "dist", "venv", ".git",
     ".tox", ".venv", "__pycache__", "lib2to3", "testdata", "fixtures"}
)  # fmt: skip
_GENERATED = ("*_pb2.py", "*_pb2_grpc.py", "versioneer.py", "_version.py", "six.py", "ez_setup.py")
_TESTS = ("test_*.py", "*_test.py", "tests.py", "test.py", "conftest.py")
_TEST_FOLDERS = frozenset(("test", "tests", "testing"))


@dataclass(frozen=True, slots=True)
class Source:
    """A source file of a package."""

    file: str
    text: str

    @property
    def is_test(self) -> bool:
        """It holds tests, or what tests need."""
        path = PurePosixPath(self.file)
        by_name = any(fnmatch(path.name, pattern) for pattern in _TESTS)
        return by_name or not _TEST_FOLDERS.isdisjoint(path.parts[:-1])


@dataclass(frozen=True, slots=True)
class Package:
    """A package with the part of its files that is read."""

    name: str
    version: str
    sources: tuple[Source, ...]


def read_package(path: Path) -> Package:
    """Read a package. Raises for one that is excluded, and for what is no package."""
    if path.is_dir():
        identity = identity_of(path, path, ())
        return _package(identity.name, identity.version or "0", _in_folder(path))
    known = _ARCHIVE.fullmatch(path.name)
    if not path.exists():
        raise PathMissing(f"There is no {path}.", "Pass a folder, a wheel or an archive.")
    if known is None:
        raise BadUsage(
            f"{path} is not a package.",
            "Pass a folder, a wheel, or an archive `name-version.tar.gz`.",
        )
    try:
        is_tar = path.name.endswith((".tar.gz", ".tgz"))
        with closing(_in_tar(path) if is_tar else _in_zip(path)) as files:
            return _package(known["name"], known["version"], files)
    except (OSError, EOFError, zlib.error, tarfile.TarError, zipfile.BadZipFile) as error:
        raise BadUsage(f"{path} cannot be read: {error}", "Download it again.") from error


def _package(name: str, version: str, files: Iterable[tuple[str, bytes]]) -> Package:
    refuse_excluded([name])
    found = []
    size = 0
    for file, data in sorted(files, key=lambda each: zlib.crc32(each[0].encode())):
        text = read_source(data)
        if isinstance(text, str) and "\0" not in text and size + len(data) <= MOST_BYTES:
            found.append(Source(file, text))
            size += len(data)
        if len(found) == MOST_FILES:
            break
    return Package(name, version, tuple(sorted(found, key=lambda source: source.file)))


def _is_wanted(file: str, size: int) -> bool:
    path = PurePosixPath(file)
    folders = path.parts[:-1]
    return (
        path.suffix == ".py"
        and 0 < size <= _LARGEST_FILE
        and _SKIPPED.isdisjoint(folders)
        and not any(is_excluded(part) for part in folders)
        and not any(fnmatch(path.name, pattern) for pattern in _GENERATED)
    )


def _in_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*.py")):
        file = path.relative_to(folder).as_posix()
        if path.is_file() and not path.is_symlink() and _is_wanted(file, path.stat().st_size):
            yield file, path.read_bytes()


def _in_zip(path: Path) -> Generator[tuple[str, bytes], None, None]:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if _is_wanted(member.filename, member.file_size):
                with archive.open(member) as data:
                    yield member.filename, data.read(_LARGEST_FILE)


def _in_tar(path: Path) -> Generator[tuple[str, bytes], None, None]:
    """Files of a source distribution, without the folder that holds all of it."""
    with tarfile.open(path, "r:gz") as archive:
        for member in archive:
            file = member.name.partition("/")[2]
            if member.isfile() and _is_wanted(file, member.size):
                data = archive.extractfile(member)
                if data is not None:
                    yield file, data.read(_LARGEST_FILE)


#: Kind and span.
Place: TypeAlias = tuple[str, Span]


@dataclass(frozen=True, slots=True)
class Failed:
    """A package that could not be read, and why."""

    path: Path
    error: SwerveError


def certain_reads(source: str) -> dict[Place, tuple[str, Certain]]:
    """The places of a file whose value is certain, with name and value; none if it is no Python."""
    found: dict[Place, tuple[str, Certain]] = {}
    unclear: set[Place] = set()

    def tell(kind: str, name: str, node: ast.expr, value: Certain) -> None:
        if not name or (name.startswith("__") and name.endswith("__")):
            return
        span = (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
        # Python before 3.12 gives several expressions of one f-string the same place.
        if (kind, span) in found and found[kind, span][1].words != value.words:
            unclear.add((kind, span))
        found[kind, span] = name, value

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            Flow(ast.parse(source), tell).run()
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return {}
    return {place: read for place, read in found.items() if read[1].words and place not in unclear}


def static_events(source: str) -> tuple[Event, ...]:
    """The events of a file, in order of their places."""
    reads = sorted(certain_reads(source).items(), key=lambda each: (each[0][1], each[0][0]))
    return tuple(
        Event(kind, name, span, counts_of(value.words)) for (kind, span), (name, value) in reads
    )


def write_static_events(paths: Iterable[Path], out: Path) -> Iterator[Header | Failed]:
    """Write the events of packages, one file each, and say what came of each of them.

    A file that several packages have in common is read in the first of them only.
    """
    seen: set[str] = set()
    make_folder(out)
    for path in paths:
        try:
            package = read_package(path)
        except SwerveError as error:
            yield Failed(path, error)
            continue
        files = [each for each in map(_recorded, _new(package.sources, seen)) if each.events]
        header = Header(
            project=package.name,
            version=package.version,
            python=platform.python_version(),
            origin="static",
            files=len(files),
            events=sum(len(file.events) for file in files),
        )
        write(out / file_name(package.name, package.version), header, files)
        yield header


def _new(sources: Iterable[Source], seen: set[str]) -> Iterator[Source]:
    for source in sources:
        if source.text not in seen:
            seen.add(source.text)
            yield source


def _recorded(source: Source) -> Recorded:
    return Recorded(source.file, source.is_test, source.text, static_events(source.text))
