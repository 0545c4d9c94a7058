"""What is in an SQLite database, as anybody else would see it now?"""

from __future__ import annotations

from typing import Any

from ..core._arrivals import when_imported
from ..snapshot._encoder import Encoder
from ..snapshot._parts import Unseen
from ..snapshot.snapshot import register

#: What such a file begins with, and the ends of names of the files beside it.
HEADER = b"SQLite format 3\0"
BESIDE = ("-journal", "-wal", "-shm")
_MOST_TABLES, _MOST_ROWS = 50, 500
#: Steps of the machine of SQLite before it gives up.
_MOST_STEPS = 2_000_000
_TABLES = "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"


def contents_of(path: str) -> Any:
    """Rows by table, of what was committed; columns go by their names."""
    from sqlite3 import Error, connect
    from urllib.parse import quote

    try:
        connection = connect(f"file:{quote(path)}?mode=ro", uri=True, timeout=0)
    except Error:
        return Unseen("sqlite3.Connection", "it cannot be opened")
    try:
        return _tables(connection)
    except Error:
        return Unseen("sqlite3.Connection", "it cannot be read: a connection has it to itself")
    finally:
        connection.close()


def _tables(connection: Any) -> dict[str, list[dict[str, Any]]]:
    left = [_MOST_STEPS]

    def tick() -> bool:
        left[0] -= 1000
        return left[0] < 0

    connection.set_progress_handler(tick, 1000)
    connection.text_factory = lambda data: data.decode(errors="surrogateescape")
    names = [name for (name,) in connection.execute(_TABLES).fetchmany(_MOST_TABLES)]
    found = {}
    for name in names:
        quoted = name.replace('"', '""')
        cursor = connection.execute(f'select * from "{quoted}"')  # noqa: S608 - quoted
        columns = [each[0] for each in cursor.description]
        found[name] = [dict(zip(columns, row)) for row in cursor.fetchmany(_MOST_ROWS)]
    return found


def _put_connection(encoder: Encoder, connection: Any) -> None:
    """Write a connection as what it sees; a copy is asked, as the copy does nothing else."""
    from sqlite3 import Error, connect

    copy = connect(":memory:")
    try:
        connection.backup(copy)
        tables: Any = _tables(copy)
    except Error as error:
        tables = Unseen("sqlite3.Connection", str(error))
    finally:
        copy.close()
    fields = {"in_transaction": connection.in_transaction, "tables": tables}
    encoder.put_fields("sqlite3.Connection", fields, mutable=True)


def see_connections() -> None:
    """Show connections among the values of a call."""
    when_imported("sqlite3", lambda module: register(module.Connection, _put_connection))
