"""What is in an SQLite database, as anybody else would see it now?"""

from __future__ import annotations

import sys
from os import fsencode
from types import ModuleType
from typing import Any

from ..core._arrivals import when_imported
from ..snapshot._classes import class_name
from ..snapshot._encoder import Encoder
from ..snapshot._parts import Unseen
from ..snapshot.snapshot import register

#: What such a file begins with.
HEADER = b"SQLite format 3\0"
#: The files beside it: how their names end, and what they begin with.
_BESIDE = {
    "-journal": (b"\xd9\xd5\x05\xf9", bytes(4), b""),
    "-wal": (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83", b""),
    "-shm": ((3_007_000).to_bytes(4, sys.byteorder), bytes(4), b""),
}
_MOST_TABLES, _MOST_ROWS = 50, 500
#: Of a table in memory, which other code has filled before the call.
_MOST_LAST = 20
#: Steps of the machine of SQLite before it gives up.
_MOST_STEPS = 2_000_000
_MASTER = "sqlite_master"
_NAMES = f"select type, name, sql from {_MASTER} where name not like 'sqlite\\_%' escape '\\'"  # noqa: S608
#: `connect` of Python's own `sqlite3`, from before any other code could put another in its place.
_known: list[Any] = []


def is_beside(name: str, begins: bytes) -> bool:
    """Whether a file is one that SQLite keeps beside a database while it is at work."""
    return any(name.endswith(end) and begins[:4] in heads for end, heads in _BESIDE.items())


def contents_of(path: str) -> Any:
    """Rows by table, of what was committed; columns go by their names."""
    quoted = "".join(f"%{byte:02x}" for byte in fsencode(path))
    try:
        import sqlite3  # noqa: F401 - the first time, `_see` sees it

        connection = _known[0](f"file:{quoted}?mode=ro", uri=True, timeout=0)
    except Exception:
        return Unseen("sqlite3.Connection", "it cannot be opened")
    try:
        return _tables(connection)
    except Exception:
        return Unseen("sqlite3.Connection", "it cannot be read, or a connection has it to itself")
    finally:
        connection.close()


def contents_now(connection: Any) -> Any:
    """Rows by table as a connection sees them; of long tables, the rows that came last."""
    cursor_of = sys.modules["sqlite3"].Cursor
    try:
        found: dict[str, list[Any]] = {}
        names = f"select name from {_MASTER} where type = 'table' order by name"  # noqa: S608
        for (name,) in _rows(cursor_of(connection), names)[0][:_MOST_TABLES]:
            quoted = name.replace('"', '""')
            rows, columns = _rows(cursor_of(connection), f'select * from "{quoted}"')  # noqa: S608 - quoted
            found[name] = [dict(zip(columns, row)) for row in rows[-_MOST_LAST:]]
            if len(rows) > _MOST_LAST:
                found[name].insert(0, f"{len(rows) - _MOST_LAST} rows")
    except Exception as error:  # it is closed, another thread's, or does as it likes
        return Unseen("sqlite3.Connection", class_name(type(error)))
    return found


def _rows(cursor: Any, statement: str) -> tuple[list[Any], list[str]]:
    cursor.row_factory = None
    cursor.execute(statement)
    return cursor.fetchmany(_MOST_ROWS), [each[0] for each in cursor.description]


def _tables(connection: Any) -> dict[str, list[Any]]:
    """Rows by table, and how the tables and all else were made."""
    left = [_MOST_STEPS]

    def tick() -> bool:
        left[0] -= 1000
        return left[0] < 0

    connection.set_progress_handler(tick, 1000)
    connection.text_factory = lambda data: data.decode(errors="surrogateescape")
    made = connection.execute(_NAMES).fetchmany(_MOST_TABLES + 1)
    found: dict[str, list[Any]] = {}
    for kind, name, _ in made[:_MOST_TABLES]:
        if kind == "table":
            quoted = name.replace('"', '""')
            cursor = connection.execute(f'select * from "{quoted}"')  # noqa: S608 - quoted
            columns = [each[0] for each in cursor.description]
            rows = cursor.fetchmany(_MOST_ROWS + 1)
            found[name] = [dict(zip(columns, row)) for row in rows[:_MOST_ROWS]]
            if len(rows) > _MOST_ROWS:
                found[name].append(Unseen("row", "there are too many rows"))
    if made:
        found[_MASTER] = [" ".join((sql or "").split()) for _, _, sql in made[:_MOST_TABLES]]
        if len(made) > _MOST_TABLES:
            found[_MASTER].append(Unseen("table", "there are too many tables"))
    return found


def _put_connection(encoder: Encoder, connection: Any) -> None:
    """Write a connection as what it sees; a copy is asked, as the copy does nothing else."""
    copy = _known[0](":memory:")
    try:
        if not connection.in_transaction:
            connection.backup(copy)
        else:  # whose end a backup would wait for; not before Python 3.11
            copy.deserialize(connection.serialize())
        tables: Any = _tables(copy)
    except Exception as error:
        tables = Unseen("sqlite3.Connection", class_name(type(error)))
    finally:
        copy.close()
    fields = {"in_transaction": connection.in_transaction, "tables": tables}
    encoder.put_fields("sqlite3.Connection", fields, mutable=True)


def see_connections() -> None:
    """Show connections among the values of a call."""
    when_imported("sqlite3", _see)


def _see(module: ModuleType) -> None:
    _known[:] = [module.connect]
    register(module.Connection, _put_connection)
