"""How do the events of many runs become one?"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.util import decode_source
from pathlib import Path
from typing import TypeAlias

from swerve.predict.training.events import Event, Recorded, Span
from swerve.run.suites import is_test

from ._chunk import INSTALLED, Ran, SuiteGround

#: Kind, name and position.
_Key: TypeAlias = tuple[str, str, Span]


@dataclass(slots=True)
class _File:
    source: str
    #: Class words and how often, by place.
    places: dict[_Key, dict[str, int]] = field(default_factory=dict)


class Merged:
    """All events of a project, by source file. It takes in no more than `most`."""

    def __init__(self, most: int) -> None:
        self.events = 0
        #: Source files whose events were dropped, with the reason.
        self.dropped: dict[str, str] = {}
        self._most = most
        self._files: dict[str, _File] = {}

    @property
    def is_full(self) -> bool:
        """Whether no new place is taken in any more."""
        return self.events >= self._most

    @property
    def files(self) -> int:
        """How many source files have events."""
        return sum(bool(file.places) for file in self._files.values())

    def add_recorded(self, files: Iterable[Recorded]) -> None:
        """Take in what was written down before."""
        for recorded in files:
            self._add(recorded.file, recorded.source, recorded.events)

    def add_run(self, ran: Ran, place: SuiteGround) -> None:
        """Take in what a run showed of files that are as they were before it."""
        for name, (number, events) in sorted(ran.files.items()):
            found = _source(name, number, place)
            if isinstance(found, _Source):
                self._add(found.name, found.text, events.values())
            else:
                self.dropped[name.removeprefix(INSTALLED)] = found

    def recorded(self) -> Iterator[Recorded]:
        """Everything, in order."""
        for name, file in sorted(self._files.items()):
            if file.places:
                ordered = sorted(file.places.items(), key=lambda each: (each[0][2], each[0]))
                events = (Event(*key, counts) for key, counts in ordered)
                yield Recorded(name, is_test(name), file.source, tuple(events))

    def _add(self, name: str, source: str, events: Iterable[Event]) -> None:
        file = self._files.setdefault(name, _File(source))
        last_line = source.count("\n") + 1
        for event in events:
            key = event.kind, event.name, event.place
            counts = file.places.get(key)
            if counts is None:
                if self.is_full or not 0 < event.place[0] <= event.place[2] <= last_line:
                    continue
                counts = file.places[key] = {}
                self.events += 1
            for word, count in event.counts.items():
                counts[word] = counts.get(word, 0) + count


@dataclass(frozen=True, slots=True)
class _Source:
    name: str
    text: str


def _source(name: str, number: int, place: SuiteGround) -> _Source | str:
    """The text of a file, and the name it is kept under; or why there is none."""
    inner = name.removeprefix(INSTALLED)
    own = _read(place.tree, inner)
    data = _read_installed(inner, place) if name.startswith(INSTALLED) else own
    if data is None:
        return "the tests created it"
    if (zlib.crc32(data) or 1) != number:
        return "the tests changed it"
    try:
        text = decode_source(data)
    except (SyntaxError, UnicodeError):
        return "its text cannot be read"
    is_other = own is not None and own != data
    return _Source(f"installed/{inner}" if is_other else inner, text)


def _read_installed(name: str, place: SuiteGround) -> bytes | None:
    top, _, rest = name.partition("/")
    found = dict(place.packages).get(top)
    return None if found is None else _read(found, rest)


def _read(folder: Path | None, name: str) -> bytes | None:
    """A file below a folder, or the path itself; None for what is not there or leads elsewhere."""
    if folder is None or ".." in name.split("/") or name.startswith("/"):
        return None
    try:
        return (folder / name if name else folder).read_bytes()
    except (OSError, ValueError):
        return None
