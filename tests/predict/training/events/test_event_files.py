"""Are events on disk what they were, and is anything else refused?"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from swerve.facts.classes import CoarseClass, ValueClass
from swerve.model.errors import BadEvents
from swerve.predict.training.events import (
    Event,
    Header,
    Recorded,
    event_files,
    file_name,
    read,
    write,
)

HEADER = Header("demo", "1.0", "3.11.7", "observed", {"passed": 3}, 1, 2, {"key": "k", "files": {}})
FILES = (
    Recorded(
        "demo/a.py",
        False,
        'x = "é\ud800"\n',
        (
            Event("name", "x", (1, 0, 1, 1), {"string": 12, "none": 1}),
            Event("item", "a key", (1, 4, 1, 5), {"true": 2, "false": 2}),
        ),
    ),
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "demo-1.0.jsonl.gz"
    write(path, HEADER, FILES)
    header, files = read(path)
    assert (header, tuple(files)) == (HEADER, FILES)
    assert event_files(tmp_path) == [path]


def test_the_lines_are_those_that_others_read(tmp_path: Path) -> None:
    write(tmp_path / "x.jsonl.gz", HEADER, FILES)
    lines = gzip.decompress((tmp_path / "x.jsonl.gz").read_bytes()).splitlines()
    first, second = map(json.loads, lines)
    assert first["tests"] == {"passed": 3}
    assert second["events"][0] == ["name", "x", 1, 0, 1, 1, {"string": 12, "none": 1}]


def test_equal_events_make_equal_files(tmp_path: Path) -> None:
    for name in "ab":
        write(tmp_path / name, HEADER, FILES)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.parametrize(
    ("counts", "fine", "coarse"),
    [
        ({"string": 12, "none": 1}, ValueClass.STRING, CoarseClass.STRING),
        ({"false": 2, "true": 2}, ValueClass.TRUE, CoarseClass.BOOLEAN),
        ({"bytes": 1}, ValueClass.BYTES, CoarseClass.STRING),
    ],
)
def test_the_class_of_an_event_is_the_one_seen_most(
    counts: dict[str, int], fine: ValueClass, coarse: CoarseClass
) -> None:
    event = Event("name", "x", (1, 0, 1, 1), counts)
    assert (event.fine, event.coarse) == (fine, coarse)


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "demo.jsonl.gz"
    write(path, HEADER, FILES)
    before = path.read_bytes()
    with pytest.raises(ZeroDivisionError):
        write(path, HEADER, (file for file in (1 // 0,)))  # type: ignore[misc]
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_names_of_files_stay_in_their_folder() -> None:
    assert file_name("../a b", "1/2") == "_a_b-1_2.jsonl.gz"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"plain text",
        gzip.compress(b"not json\n"),
        gzip.compress(b"[]\n"),
        gzip.compress(b'{"project": "x"}\n'),
        gzip.compress(b"{" * 100_000),
        gzip.compress(
            b'{"project":"x","version":"1","python":"3","origin":"o","tests":{},"files":0,'
            b'"events":0}\n{"file":"a","is_test":false,"source":"","events":[["name","x",1]]}\n'
        ),
        gzip.compress(b'{"project":"x","version":"1","python":"3"}\n')[:-9],
    ],
    ids=range(8),  # packed data has the time in it
)
def test_anything_else_is_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl.gz").write_bytes(data)
    with pytest.raises(BadEvents, match=r"x\.jsonl\.gz"):
        list(read(tmp_path / "x.jsonl.gz")[1])


@pytest.mark.parametrize(
    "row",
    [
        ["odd", "x", 1, 0, 1, 1, {"none": 1}],
        ["name", 1, 1, 0, 1, 1, {"none": 1}],
        ["name", "x", -1, 0, 1, 1, {"none": 1}],
        ["name", "x", True, 0, 1, 1, {"none": 1}],
        ["name", "x", 1, 0, 1, 1, {}],
        ["name", "x", 1, 0, 1, 1, {"none": 0}],
        ["name", "x", 1, 0, 1, 1, {"odd": 1}],
        ["name", "x", 1, 0, 1, 1, ["none"]],
    ],
)
def test_an_event_that_makes_no_sense_is_refused(row: list[object], tmp_path: Path) -> None:
    file = {"file": "a", "is_test": False, "source": "", "events": [row]}
    write(tmp_path / "x", HEADER, ())
    lines = gzip.decompress((tmp_path / "x").read_bytes()) + json.dumps(file).encode()
    (tmp_path / "x").write_bytes(gzip.compress(lines))
    with pytest.raises(BadEvents):
        list(read(tmp_path / "x")[1])
