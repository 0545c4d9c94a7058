"""Which pairs, bodies of functions or differences does a JSON Lines file give?"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from swerve.model import Intent, LineNo, Words, WordsKind

_PAIR = ("function", "path", "old_source", "new_source", "old_file", "new_file")
_WORDS = (
    ("title", WordsKind.TITLE),
    ("body", WordsKind.DESCRIPTION),
    ("commits", WordsKind.COMMIT),
)
#: What a line holds, as a JSON object.
_Fields: TypeAlias = Mapping[str, object]
_Row = TypeVar("_Row")


@dataclass(frozen=True, slots=True)
class PairRow:
    """One pair as given: the two functions, or the two files with the name of the function."""

    line_no: LineNo
    #: "line-7" when none was given.
    id: str
    function: str | None
    path: str | None
    old_source: str | None
    new_source: str | None
    old_file: str | None
    new_file: str | None


@dataclass(frozen=True, slots=True)
class BodyRow:
    """One body as given."""

    line_no: LineNo
    #: "line-7" when none was given.
    id: str
    body: str


@dataclass(frozen=True, slots=True)
class IntentRow:
    """One difference as given: the words, a usage example, and what each side wrote."""

    line_no: LineNo
    #: "line-7" when none was given.
    id: str
    words: Intent
    test: str
    old_output: str
    new_output: str
    diff: str
    #: What a person called it; `None` when nobody did.
    label: str | None


@dataclass(frozen=True, slots=True)
class BrokenRow:
    """A line that is none of them."""

    line_no: LineNo
    #: The given one where it could be read, else "line-7".
    id: str
    #: Stands after "line 7: ".
    message: str


def read_pairs(lines: Iterable[bytes]) -> Iterator[PairRow | BrokenRow]:
    """Read rows one by one, so that a file of any length fits. Blank lines are skipped."""
    return _read(lines, _pair)


def read_bodies(lines: Iterable[bytes]) -> Iterator[BodyRow | BrokenRow]:
    """As `read_pairs`."""
    return _read(lines, lambda line_no, id, fields: BodyRow(line_no, id, *_texts(fields, "body")))


def read_intents(lines: Iterable[bytes]) -> Iterator[IntentRow | BrokenRow]:
    """As `read_pairs`."""
    return _read(lines, _intent)


class _RowError(Exception):
    """Why a row cannot be used."""


def _read(
    lines: Iterable[bytes], make: Callable[[LineNo, str, _Fields], _Row]
) -> Iterator[_Row | BrokenRow]:
    for line_no, line in enumerate(lines, start=1):
        data = line.removeprefix(b"\xef\xbb\xbf") if line_no == 1 else line
        if not data.strip():
            continue
        given_id = f"line-{line_no}"
        try:
            fields = _fields_of(data)
            given_id = _id_of(fields, given_id)
            row = make(line_no, given_id, fields)
        except _RowError as broken:
            yield BrokenRow(line_no, given_id, str(broken))
        else:
            yield row


def _pair(line_no: LineNo, given_id: str, fields: _Fields) -> PairRow:
    texts = {name: _text_of(fields, name) for name in _PAIR}
    _need_both_sides(texts)
    return PairRow(line_no, given_id, **texts)


def _intent(line_no: LineNo, given_id: str, fields: _Fields) -> IntentRow:
    words = [Words(name, _text_or_texts(fields, name), kind) for name, kind in _WORDS]
    test, old_output, new_output = _texts(fields, "test", "old_output", "new_output")
    said = Intent(tuple(each for each in words if each.text.strip()))
    diff, label = _text_of(fields, "diff") or "", _text_of(fields, "label")
    return IntentRow(line_no, given_id, said, test, old_output, new_output, diff, label)


def _texts(fields: _Fields, *names: str) -> list[str]:
    """Fields that must be there."""
    found = {name: _text_of(fields, name) for name in names}
    missing = " and ".join(f"`{name}`" for name, value in found.items() if value is None)
    if missing:
        raise _RowError(f"{missing} missing")
    return [value or "" for value in found.values()]


def _text_or_texts(fields: _Fields, name: str) -> str:
    """A text, or several one below the other: commits may come as a list."""
    value = fields.get(name)
    if not isinstance(value, list):
        return _text_of(fields, name) or ""
    return "\n".join(_text_of({name: each}, name) or "" for each in value)


def _fields_of(data: bytes) -> _Fields:
    try:
        value = json.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _RowError(f"not UTF-8: {error.reason} at byte {error.start + 1}") from error
    except json.JSONDecodeError as error:
        raise _RowError(f"not JSON: {error.msg} at column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise _RowError(f"JSON that cannot be read: {error}") from error
    if not isinstance(value, dict):
        raise _RowError(f"{_kind(value)} instead of a JSON object")
    return value


def _id_of(fields: _Fields, default: str) -> str:
    value = fields.get("id")
    if value is None:
        return default
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return _text_of(fields, "id") or default


def _text_of(fields: _Fields, name: str) -> str | None:
    """A field that is a text that can be written again."""
    value = fields.get(name)
    if value is None:
        return None
    if not isinstance(value, str):
        raise _RowError(f"`{name}` must be a string, not {_kind(value)}")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        where = error.start + 1
        raise _RowError(f"`{name}` has an unpaired surrogate at position {where}") from error
    return value


def _need_both_sides(texts: Mapping[str, str | None]) -> None:
    """Raise unless the row says what the two versions are."""
    if texts["old_source"] is not None and texts["new_source"] is not None:
        return
    given = {name for name, value in texts.items() if value is not None}
    by_file = ("old_file", "new_file", "function")
    if given >= set(by_file):
        return
    wanted = by_file if given & {"old_file", "new_file"} else ("old_source", "new_source")
    if given & {"old_source", "new_source"}:
        wanted = ("old_source", "new_source")
    missing = " and ".join(f"`{name}`" for name in wanted if name not in given)
    raise _RowError(f"{missing} missing")


def _kind(value: object) -> str:
    """Say what a value is, as JSON calls it."""
    if isinstance(value, bool):
        return "a boolean"
    names = {dict: "an object", list: "an array", str: "a string", int: "a number"}
    return "null" if value is None else names.get(type(value), "a number")
