"""How is what was seen kept on disk, and which projects may it be of?"""

from __future__ import annotations

import gzip
import json
import posixpath
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from email.parser import HeaderParser
from pathlib import Path
from typing import Any, TypeAlias

from swerve.facts.classes import CoarseClass, ValueClass
from swerve.model.errors import BadEvents, ProjectExcluded
from swerve.model.plain import Reader, plain
from swerve.model.writing import opened_bytes
from swerve.source.build.dependencies import normalised
from swerve.source.build.files import BuildFiles, read_build_files, read_bytes

#: Line, column, end line and end column; lines from 1, columns in bytes from 0, as `ast` has them.
Span: TypeAlias = tuple[int, int, int, int]
#: Class words with how often each was seen.
Counts: TypeAlias = Mapping[str, int]

KINDS = ("name", "attribute", "call", "item")
ENDING = ".jsonl.gz"
_CLASSES = {each.value: (number, each) for number, each in enumerate(ValueClass)}
_ODD = re.compile(r"[^A-Za-z0-9_.+-]+")
#: Packs half as tight as the best level, in a tenth of the time.
_EFFORT = 6


@dataclass(frozen=True, slots=True)
class Event:
    """What one place in a file that reads a value was seen to read."""

    kind: str
    name: str
    place: Span
    counts: Counts

    @property
    def fine(self) -> ValueClass:
        """The class seen most; of several, the first in order of `ValueClass`."""
        known = [(-count, *_CLASSES[word]) for word, count in self.counts.items()]
        return min(known, key=lambda each: each[:2])[2]

    @property
    def coarse(self) -> CoarseClass:
        """The kind of value seen most, whatever its classes; of several, again the first."""
        sums = dict.fromkeys(CoarseClass, 0)
        for word, count in self.counts.items():
            sums[_CLASSES[word][1].coarse] += count
        return max(sums, key=sums.__getitem__)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A source file with its events, in order of their places."""

    #: Relative to the project, or to the folder that it is installed in.
    file: str
    is_test: bool
    source: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Header:
    """What a file of events is about."""

    project: str
    version: str
    #: "3.11.7"
    python: str
    #: "observed" in a run, or "static": read off the source.
    origin: str
    #: How many tests passed, failed, were skipped.
    tests: Mapping[str, int] = field(default_factory=dict)
    files: int = 0
    events: int = 0
    #: How far the suite has come: for whoever goes on with it.
    suite: Mapping[str, object] = field(default_factory=dict)


def file_name(project: str, version: str) -> str:
    """What the file of a project is called."""
    return f"{_ODD.sub('_', f'{project}-{version}').lstrip('.-')}{ENDING}"


def write(path: Path, header: Header, files: Iterable[Recorded]) -> None:
    """Write a file of events. It appears whole or not at all."""
    with opened_bytes(path) as raw, gzip.GzipFile("", "wb", _EFFORT, raw, mtime=0) as out:
        out.write(_line(_header_row(header)))
        for recorded in files:
            out.write(_line(_file_row(recorded)))


def read(path: Path) -> tuple[Header, Iterator[Recorded]]:
    """Read a file of events, lazily. Raises `BadEvents` for anything else, at the latest then."""
    lines = _lines(path)
    return _header(path, next(lines, {})), (_recorded(path, row) for row in lines)


def event_files(folder: Path) -> list[Path]:
    """The files of events in a folder, in order of their names."""
    return sorted(path for path in folder.glob(f"*{ENDING}") if not path.name.startswith("."))


def event_from_row(row: Any) -> Event:
    """An event from JSON; `ValueError` when it is none."""
    try:
        kind, name, *place, counts = row
        line, column, end_line, end_column = place
    except (TypeError, ValueError):
        raise ValueError("an event is not valid") from None
    numbers = (line, column, end_line, end_column)
    if kind not in KINDS or not isinstance(name, str) or not isinstance(counts, dict) or not counts:
        raise ValueError("an event is not valid")
    if not all(type(number) is int and number >= 0 for number in (*numbers, *counts.values())):
        raise ValueError("an event is not valid")
    if not counts.keys() <= _CLASSES.keys() or not all(counts.values()):
        raise ValueError("an event is not valid")
    return Event(kind, name, numbers, counts)


# --- as JSON ------------------------------------------------------------------------------------


def _header_row(header: Header) -> dict[str, object]:
    row: dict[str, object] = plain(header)
    return row if header.suite else {name: row[name] for name in row if name != "suite"}


def _file_row(recorded: Recorded) -> dict[str, object]:
    rows = [[e.kind, e.name, *e.place, dict(e.counts)] for e in recorded.events]
    return {
        "file": recorded.file,
        "is_test": recorded.is_test,
        "source": recorded.source,
        "events": rows,
    }


def _line(row: dict[str, object]) -> bytes:
    return json.dumps(row, separators=(",", ":")).encode("ascii") + b"\n"


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    try:
        with gzip.open(path, "rb") as lines:
            for line in lines:
                row = json.loads(line)
                if not isinstance(row, dict):
                    raise _bad(path, "a line is not an object")
                yield row
    except OSError as error:  # also for what is not packed
        raise _bad(path, error.strerror or str(error)) from error
    except (EOFError, zlib.error, ValueError, RecursionError) as error:
        raise _bad(path, f"{error}") from error


def _header(path: Path, row: dict[str, Any]) -> Header:
    try:
        return Reader().read(Header, row)
    except ValueError as error:
        raise _bad(path, "its first line is not a header") from error


def _recorded(path: Path, row: dict[str, Any]) -> Recorded:
    try:
        events = tuple(map(event_from_row, row["events"]))
        return Recorded(str(row["file"]), bool(row["is_test"]), str(row["source"]), events)
    except (LookupError, TypeError, ValueError) as error:
        raise _bad(path, "a line is not a file with events") from error


def _bad(path: Path, why: str) -> BadEvents:
    return BadEvents(
        f"{path} is not a file of events: {why.rstrip('.')}.",
        "`swerve model collect` writes such files; collect this one again.",
    )


#: Names as package indexes compare them, with those that the same code is published under.
NEVER = frozenset(
    (
        *("airflow", "apache-airflow", "black", "fastapi", "fastapi-slim", "flask", "httpie"),
        *("keras", "keras-nightly", "tf-keras", "tf-keras-nightly"),
        *("marshmallow", "pandas", "poetry", "poetry-core"),
        *("scikit-learn", "sklearn", "scipy", "scrapy"),
        *("tensorflow", "tensorflow-cpu", "tensorflow-gpu", "tf-nightly", "tf-nightly-cpu"),
        *("thealgorithms", "thealgorithms-python"),
    )
)
#: Parts of them that are published on their own begin so.
_BEGINNINGS = ("apache-airflow-",)


def is_excluded(name: str) -> bool:
    """Whether a distribution, however its name is spelled, is one of them."""
    plain = normalised(name)
    return plain in NEVER or plain.startswith(_BEGINNINGS)


def refuse_excluded(names: Iterable[str]) -> None:
    """Raise when one of the names that a project goes by is excluded."""
    for name in names:
        if is_excluded(name):
            raise ProjectExcluded(
                f"{name} is used to evaluate swerve, so the value model must not learn from it.",
                "Collect from another project.",
            )


@dataclass(frozen=True, slots=True)
class Identity:
    """As far as the files of a project tell."""

    #: As it is written; that of the folder when nothing is.
    name: str
    #: Empty when it is made at build time.
    version: str
    #: Whether the files say what it is called.
    is_declared: bool


def identity_of(tree: Path, folder: Path, roots: Iterable[str]) -> Identity:
    """Read the name and version off the files of a project. `folder` is where they come from."""
    found = list(_said(tree, roots))
    name = next((name for name, _ in found if name), "")
    version = next((version for _, version in found if version), "")
    return Identity(name or folder.resolve().name or "project", version, bool(name))


def _said(tree: Path, roots: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Names and versions, the surest first."""
    yield _in_metadata(tree / "PKG-INFO")
    files = read_build_files(tree)
    for table in ("project", "tool.poetry"):
        values = files.table(table)
        yield _text(values.get("name")), _text(values.get("version"))
    yield files.cfg("metadata", "name"), _plain_version(files)
    yield _text(files.setup.get("name")), _text(files.setup.get("version"))
    for root in dict.fromkeys(("", *roots)):
        for info in sorted((tree / root).glob("*.egg-info/PKG-INFO")):
            yield _in_metadata(info)


def _in_metadata(file: Path) -> tuple[str, str]:
    head = HeaderParser().parsestr(read_bytes(file).decode("utf-8", "replace"))
    return _text(head.get("Name")), _text(head.get("Version"))


def _plain_version(files: BuildFiles) -> str:
    version = files.cfg("metadata", "version")
    return "" if version.startswith(("attr:", "file:")) else version


def _text(value: object) -> str:
    return posixpath.basename(value.strip()) if isinstance(value, str) else ""
