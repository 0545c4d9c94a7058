"""Which pairs does a JSON Lines file give?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from swerve.model import LineNo

_TEXTS = ("function", "path", "old_source", "new_source", "old_file", "new_file")


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
class BrokenRow:
    """A line that is no pair."""

    line_no: LineNo
    #: The given one where it could be read, else "line-7".
    id: str
    #: Stands after "line 7: ".
    message: str


Row: TypeAlias = PairRow | BrokenRow


def read_pairs(lines: Iterable[bytes]) -> Iterator[Row]:
    """Read rows one by one, so that a file of any length fits. Blank lines are skipped."""
    for line_no, data in rows_of(lines):
        yield _row(line_no, data)


def rows_of(lines: Iterable[bytes]) -> Iterator[tuple[LineNo, bytes]]:
    """Lines with something in them, and their numbers."""
    for line_no, line in enumerate(lines, start=1):
        data = line.removeprefix(b"\xef\xbb\xbf") if line_no == 1 else line
        if data.strip():
            yield line_no, data


def _row(line_no: LineNo, data: bytes) -> Row:
    given_id = f"line-{line_no}"
    try:
        fields = fields_of(data)
        given_id = id_of(fields, given_id)
        texts = {name: text_of(fields, name) for name in _TEXTS}
        _need_both_sides(texts)
    except RowError as broken:
        return BrokenRow(line_no, given_id, str(broken))
    return PairRow(line_no, given_id, **texts)


class RowError(Exception):
    """Why a row cannot be used."""


def fields_of(data: bytes) -> Mapping[str, object]:
    """What a line holds, as a JSON object."""
    try:
        value = json.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise RowError(f"not UTF-8: {error.reason} at byte {error.start + 1}") from error
    except json.JSONDecodeError as error:
        raise RowError(f"not JSON: {error.msg} at column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise RowError(f"not JSON that can be read: {error}") from error
    if not isinstance(value, dict):
        raise RowError(f"not a JSON object but {_kind(value)}")
    return value


def id_of(fields: Mapping[str, object], default: str) -> str:
    """The id a row was given."""
    value = fields.get("id")
    if value is None:
        return default
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return text_of(fields, "id") or default


def text_of(fields: Mapping[str, object], name: str) -> str | None:
    """A field that is a text that can be written again."""
    value = fields.get(name)
    if value is None:
        return None
    if not isinstance(value, str):
        raise RowError(f"`{name}` must be a string, not {_kind(value)}")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise RowError(f"`{name}` holds half a character at position {error.start + 1}") from error
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
    raise RowError(f"{missing} missing")


def _kind(value: object) -> str:
    """Say what a value is, as JSON calls it."""
    if isinstance(value, bool):
        return "a boolean"
    names = {dict: "an object", list: "an array", str: "a string", int: "a number"}
    return "null" if value is None else names.get(type(value), "a number")
