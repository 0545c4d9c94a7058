"""What does a worker say, of its imports and of its jobs? Read without believing any of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from mmap import mmap
from typing import TypeAlias

from swerve.model.behaviour import Behaviour, Outcome, Raised, Returned, StopReason, Unfinished
from swerve.worker.core.answers import MOST_TEXT, RAISED, RETURNED, SECONDS, TOLD, UNFINISHED
from swerve.worker.core.varint import get_uint

_RETURNED, _RAISED = Returned(), Raised()
_REASONS = {reason.value: reason for reason in StopReason}
_MOST_NOTES = 20
_MOST_REACHED = 100_000
_unpack_seconds = SECONDS.unpack_from
#: The error of modules whose process did not live to tell.
DIED = "died"
_MOST_TEXT = 500
_MOST_LINES = 100_000
#: Of a long answer, so much is looked at first: all but the rest is nearly always shorter.
_FRONT = 4096
_MOST_NOTES = 20


@dataclass(frozen=True, slots=True)
class Told:
    """The answer to a question about the tree: JSON that nobody has looked at yet."""

    data: bytes


class BadAnswer(ValueError):
    """The bytes are no answer: whoever wrote them is not the worker."""


def read_answer(data: bytes, files: Sequence[str]) -> Behaviour | Told:
    """Read one answer; `files` are the watched files in their order."""
    try:
        return _read(data, files, lambda position: data[position:])
    except (ValueError, IndexError, KeyError) as error:
        raise BadAnswer(str(error)) from error


def read_answer_in(memory: mmap, start: int, end: int, files: Sequence[str]) -> Behaviour | Told:
    """Read one answer out of memory that its writer can still change: each byte is read once."""
    if end - start > _FRONT:
        with suppress(ValueError, IndexError, KeyError):  # what stands in front may be longer
            front = memory[start : start + _FRONT]
            return _read(front, files, lambda position: memory[start + position : end])
    return read_answer(memory[start:end], files)


def unfinished(reason: StopReason, detail: str) -> Behaviour:
    """The behaviour of a run that ended before it could answer."""
    return Behaviour(Unfinished(reason, detail))


def _read(data: bytes, files: Sequence[str], rest_from: Callable[[int], bytes]) -> Behaviour | Told:
    if len(data) < 11:
        raise BadAnswer("too short")
    kind = data[0]
    seconds: float = _unpack_seconds(data, 1)[0]
    if data[9] == 0 and data[10] == 0 and kind != UNFINISHED:  # nothing reached, no notes
        reached: tuple[tuple[str, int], ...] = ()
        notes: tuple[str, ...] = ()
        position = 11
    else:
        reached, position = _read_reached(data, 9, files)
        notes, position = _read_texts(data, position)
    if kind == RETURNED:
        return Behaviour(_RETURNED, rest_from(position), reached, notes, seconds)
    if kind == RAISED:
        return Behaviour(_RAISED, rest_from(position), reached, notes, seconds)
    if kind == TOLD:
        return Told(rest_from(position))
    if kind != UNFINISHED:
        raise BadAnswer("unknown kind")
    reason, position = _read_text(data, position)
    detail, position = _read_text(data, position)
    outcome: Outcome = Unfinished(_REASONS[reason], detail)
    return Behaviour(outcome, b"", reached, notes, seconds)


def _read_reached(
    data: bytes, position: int, files: Sequence[str]
) -> tuple[tuple[tuple[str, int], ...], int]:
    count, position = get_uint(data, position)
    if count > _MOST_REACHED:
        raise BadAnswer("too many lines")
    reached = []
    for _ in range(count):
        file, position = get_uint(data, position)
        line, position = get_uint(data, position)
        reached.append((files[file], line))
    return tuple(reached), position


def _read_texts(data: bytes, position: int) -> tuple[tuple[str, ...], int]:
    count, position = get_uint(data, position)
    if count > _MOST_NOTES:
        raise BadAnswer("too many notes")
    texts = []
    for _ in range(count):
        text, position = _read_text(data, position)
        texts.append(text)
    return tuple(texts), position


def _read_text(data: bytes, position: int) -> tuple[str, int]:
    length, position = get_uint(data, position)
    if length > 10 * MOST_TEXT or position + length > len(data):
        raise BadAnswer("a string is too long")
    return data[position : position + length].decode("utf-8", "replace"), position + length


@dataclass(frozen=True, slots=True)
class Imported:
    """One module of one side after an attempt to import it."""

    module: str
    seconds: float
    #: The exception's type; empty when the import worked.
    error: str = ""
    message: str = ""
    #: The module that was not found, as the import named it.
    missing: str = ""
    #: The innermost line of the tree that the exception came through; the file relative to it.
    file: str = ""
    line: int = 0

    @property
    def works(self) -> bool:
        """Whether the module was imported."""
        return not self.error


@dataclass(frozen=True, slots=True)
class Begun:
    """The import of the next module begins."""


@dataclass(frozen=True, slots=True)
class Ready:
    """All modules were tried, and calls can be run."""

    #: Watched lines that hold code, by the number of their file.
    can_run: tuple[tuple[int, int], ...] = ()
    #: What could not be made equal for both sides, for a person.
    unfrozen: tuple[str, ...] = ()


ImportNews: TypeAlias = Imported | Begun | Ready


def read_import_news(data: bytes) -> ImportNews | None:
    """Read what a warm process says while it imports; nothing when it is not valid."""
    try:
        entry = json.loads(data)
        if "module" in entry:
            return _imported(entry)
        if "importing" in entry:
            return Begun()
        lines = tuple((int(file), int(line)) for file, line in entry["can_run"][:_MOST_LINES])
        return Ready(lines, tuple(map(_text, entry["unfrozen"][:_MOST_NOTES])))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _imported(entry: dict[str, object]) -> Imported:
    seconds, line = entry.get("seconds"), entry.get("line")
    return Imported(
        module=_text(entry["module"]),
        seconds=seconds if isinstance(seconds, float) else 0.0,
        error=_text(entry.get("error", "")),
        message=_text(entry.get("message", "")),
        missing=_text(entry.get("missing", "")),
        file=_text(entry.get("file", "")),
        line=line if isinstance(line, int) else 0,
    )


def _text(value: object) -> str:
    return value[:_MOST_TEXT] if isinstance(value, str) else ""
