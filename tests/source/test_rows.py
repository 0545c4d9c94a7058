"""Which pairs does a JSON Lines file give, and what is said about broken lines?"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swerve.source._rows import BrokenRow, PairRow, read_pairs

SOURCES = {"old_source": "def f(): pass", "new_source": "def f(): ..."}
FILES = {"old_file": "x = 1", "new_file": "x = 2", "function": "f"}


def line(**fields: object) -> bytes:
    return json.dumps(fields).encode() + b"\n"


def test_a_row_carries_what_was_given() -> None:
    given_fields = {"path": "a.py", **SOURCES, **FILES}
    (row,) = read_pairs([line(id="one", extra=[1], **given_fields)])
    assert row == PairRow(line_no=1, id="one", **given_fields)


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param(SOURCES, id="sources alone"),
        pytest.param(FILES, id="files with the name"),
        pytest.param({**SOURCES, "old_file": None, "new_file": None, "path": None}, id="nulls"),
        pytest.param({**SOURCES, "old_file": "x = 1"}, id="a file more"),
        pytest.param({"old_source": "", "new_source": ""}, id="empty sources"),
    ],
)
def test_either_sources_or_files_are_enough(fields: dict[str, object]) -> None:
    (row,) = read_pairs([line(**fields)])
    assert isinstance(row, PairRow)
    assert row.id == "line-1"


@pytest.mark.parametrize(
    ("given_id", "expected"),
    [("a", "a"), (7, "7"), (1.5, "1.5"), (0, "0"), (None, "line-1"), ("", "line-1")],
)
def test_any_id_becomes_a_string(given_id: object, expected: str) -> None:
    (row,) = read_pairs([line(id=given_id, **SOURCES)])
    assert row.id == expected


@pytest.mark.parametrize(
    ("data", "given_id", "message"),
    [
        (b'{"id": "a", "old', "line-1", "not JSON"),
        (b"not json at all", "line-1", "not JSON: Expecting value at column 1"),
        (b"[1, 2]", "line-1", "an array instead of a JSON object"),
        (b'"text"', "line-1", "a string instead of a JSON object"),
        (b"null", "line-1", "null instead of a JSON object"),
        (b'{"id": "\xff"}', "line-1", "not UTF-8"),
        (b"[" * 100_000, "line-1", "JSON that cannot be read"),
        (b'{"id": ' + b"9" * 5_000 + b"}", "line-1", "JSON that cannot be read"),
        (line(id="a"), "a", "`old_source` and `new_source` missing"),
        (line(id="a", old_source="x"), "a", "`new_source` missing"),
        (line(id="a", old_file="x", new_file="y"), "a", "`function` missing"),
        (line(id="a", old_file="x", function="f"), "a", "`new_file` missing"),
        (
            line(id="a", old_source=1, new_source="x"),
            "a",
            "`old_source` must be a string, not a number",
        ),
        (line(id="a", path=[], **SOURCES), "a", "`path` must be a string, not an array"),
        (line(id=True, **SOURCES), "line-1", "`id` must be a string, not a boolean"),
        (line(id={}, **SOURCES), "line-1", "`id` must be a string, not an object"),
        (
            line(id="a", old_source="\ud800", new_source=""),
            "a",
            "`old_source` has an unpaired surrogate",
        ),
    ],
)
def test_a_broken_line_says_what_is_wrong(data: bytes, given_id: str, message: str) -> None:
    (row,) = read_pairs([data])
    assert isinstance(row, BrokenRow)
    assert row.id == given_id
    assert row.message.startswith(message)


def test_the_rest_goes_on_and_lines_keep_their_numbers() -> None:
    rows = list(read_pairs([line(id=1, **SOURCES), b"\n", b"{broken\r\n", b"  ", line(**SOURCES)]))
    assert [(type(row), row.line_no, row.id) for row in rows] == [
        (PairRow, 1, "1"),
        (BrokenRow, 3, "line-3"),
        (PairRow, 5, "line-5"),
    ]


def test_a_byte_order_mark_is_no_part_of_the_first_line() -> None:
    (row,) = read_pairs([b"\xef\xbb\xbf" + line(id="a", **SOURCES)])
    assert isinstance(row, PairRow)


def test_rows_come_before_the_file_ends() -> None:
    def endless() -> Iterator[bytes]:
        while True:
            yield line(id="a", **SOURCES)

    assert isinstance(next(read_pairs(endless())), PairRow)


@given(st.lists(st.binary()))
def test_no_bytes_stop_the_reading(lines: list[bytes]) -> None:
    assert len(list(read_pairs(lines))) <= len(lines)
