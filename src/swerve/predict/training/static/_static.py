"""What do places of source files certainly read, by what the source alone says?

A static event has the words of all the fine classes that the value can have. One word: the fine
class is certain. Several: only the coarse one is, and the usual fine class has the greater count.
"""

from __future__ import annotations

import ast
import platform
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from swerve.facts.certain import Certain, Flow, counts_of
from swerve.model.errors import SwerveError
from swerve.model.writing import make_folder
from swerve.predict.training.events import Event, Header, Recorded, Span, file_name, write
from swerve.predict.training.static._sources import Source, read_package

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
