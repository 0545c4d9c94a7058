"""Is an SQLite database seen by what it holds, and is nothing left out without a word?"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.run.host.grounds import one_side, ran, seen

from swerve.run.host import Lane
from swerve.worker.effects._databases import contents_of, is_beside, see_connections
from swerve.worker.snapshot._parts import Unseen

SOURCE = """
import sqlite3

def connected(commits):
    connection = sqlite3.connect(":memory:")
    connection.execute("create table t (x)")
    connection.execute("insert into t values (1)")
    if commits:
        connection.commit()
    return connection

def written():
    connection = sqlite3.connect("base.db")
    connection.execute("create table t (x)")
    connection.execute("insert into t values (1)")
    connection.commit()
    connection.execute("insert into t values (2)")
    return connection.in_transaction
"""
MASTER = "'sqlite_master': ['CREATE TABLE t (x)']"


@pytest.fixture(scope="module")
def lane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lane]:
    with one_side(tmp_path_factory.mktemp("databases"), SOURCE) as lane:
        yield lane


def made(path: Path, *statements: str) -> object:
    """What is seen of a database after some statements."""
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    see_connections()
    return contents_of(str(path))


def test_rows_are_shown_by_table_and_how_each_was_made(tmp_path: Path) -> None:
    assert made(
        tmp_path / "odd ?#%\n name",
        "create table  sqlitex\n(x, y)",
        "insert into sqlitex values (1, 'a')",
        "create view v as select 1",
    ) == {
        "sqlitex": [{"x": 1, "y": "a"}],
        "sqlite_master": ["CREATE TABLE sqlitex (x, y)", "CREATE VIEW v as select 1"],
    }


def test_rows_that_are_too_many_are_said_to_be_missing(tmp_path: Path) -> None:
    rows = ("insert into t values (1)",) * 501
    found = made(tmp_path / "base", "create table t (x)", *rows)
    assert isinstance(found, dict)
    assert isinstance(found["t"][500], Unseen)


def test_tables_that_are_too_many_are_said_to_be_missing(tmp_path: Path) -> None:
    found = made(tmp_path / "base", *(f"create table t{number} (x)" for number in range(51)))
    assert isinstance(found, dict)
    assert isinstance(found["sqlite_master"][50], Unseen)


def test_a_broken_database_is_said_to_be_unreadable(tmp_path: Path) -> None:
    made(tmp_path / "base", "create table txx (x)")
    whole = (tmp_path / "base").read_bytes()
    for name, data in (("short", whole[:50]), ("named", whole.replace(b"txx", b"t\xff\xfe"))):
        (tmp_path / name).write_bytes(data)
        assert isinstance(contents_of(str(tmp_path / name)), Unseen), name


def test_only_what_sqlite_keeps_beside_a_database_is_left_out() -> None:
    assert is_beside("base.db-wal", b"\x37\x7f\x06\x82 and more")
    assert is_beside("base.db-journal", b"")
    assert not is_beside("base.db-wal", b"other data")
    assert not is_beside("base.db", b"")


def test_only_what_is_committed_is_seen_of_a_file(lane: Lane) -> None:
    found = seen(ran(lane, "written"))
    assert found["databases"] == f"{{'base.db': {{'t': [{{'x': 1}}], {MASTER}}}}}"


@pytest.mark.parametrize(
    "commits",
    [
        True,
        pytest.param(
            False,
            marks=pytest.mark.skipif(sys.version_info < (3, 11), reason="a copy would wait"),
        ),
    ],
)
def test_a_connection_is_what_it_sees(lane: Lane, commits: bool) -> None:
    """In the middle of a transaction, too: a backup waits for its end, and so for ever."""
    assert seen(ran(lane, "connected", commits))["result"] == (
        f"Connection(in_transaction={not commits}, tables={{'t': [{{'x': 1}}], {MASTER}}})"
    )
