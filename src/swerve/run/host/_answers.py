"""What does a worker's answer say? Read without believing any of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from swerve.model.behaviour import Behaviour, Outcome, Raised, Returned, StopReason, Unfinished
from swerve.worker.core.answers import MOST_TEXT, RAISED, RETURNED, SECONDS, TOLD, UNFINISHED
from swerve.worker.core.varint import get_uint

_RETURNED, _RAISED = Returned(), Raised()
_REASONS = {reason.value: reason for reason in StopReason}
_MOST_NOTES = 20
_MOST_REACHED = 100_000
_unpack_seconds = SECONDS.unpack_from


@dataclass(frozen=True, slots=True)
class Told:
    """The answer to a question about the tree: JSON that nobody has looked at yet."""

    data: bytes


class BadAnswer(ValueError):
    """The bytes are no answer: whoever wrote them is not the worker."""


def read_answer(data: bytes, files: Sequence[str]) -> Behaviour | Told:
    """Read one answer; `files` are the watched files in their order."""
    try:
        return _read(data, files)
    except (ValueError, IndexError, KeyError) as error:
        raise BadAnswer(str(error)) from error


def unfinished(reason: StopReason, detail: str) -> Behaviour:
    """The behaviour of a run that ended before it could answer."""
    return Behaviour(Unfinished(reason, detail))


def _read(data: bytes, files: Sequence[str]) -> Behaviour | Told:
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
        return Behaviour(_RETURNED, data[position:], reached, notes, seconds)
    if kind == RAISED:
        return Behaviour(_RAISED, data[position:], reached, notes, seconds)
    if kind == TOLD:
        return Told(data[position:])
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
        raise BadAnswer("a text is too long")
    return data[position : position + length].decode("utf-8", "replace"), position + length
