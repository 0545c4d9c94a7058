"""How is a database reached, also when the connection dies, and brought to our revision?"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from swerve.model.errors import BadStore, ExtraMissing, StoreUnreachable

from ._tables import HEAD

_Answer = TypeVar("_Answer")

_BUSY_MS = 10_000
_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 2.0
#: Any number will do, as long as every client takes the same.
_LOCK = 0x5_3E_7E
#: What else of a URL is not for everybody to see.
_SECRETS = ("password", "sslpassword")
#: What no waiting mends, in the words of the two databases.
_FOR_GOOD = re.compile(
    r"authentication failed|no password supplied|no pg_hba\.conf entry|role .* does not exist"
    r"|database .* does not exist|permission denied|could not translate host name"
    r"|failed to resolve host|not a database|malformed|readonly database|disk is full"
    r"|no such (table|column)|unable to open database file",
    re.IGNORECASE,
)


class Database:
    """SQLite or PostgreSQL. What is asked of it may be asked twice: it has to bear that."""

    def __init__(self, url: URL, patience_s: float) -> None:
        self._url = url
        #: How long a dead connection is tried again.
        self._patience_s = patience_s
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self._engine = _engine(url)

    @property
    def name(self) -> str:
        """What it is called in messages, without its password."""
        if self.is_sqlite:
            return str(self._url.database)
        shown = self._url.set(drivername="postgresql").difference_update_query(_SECRETS)
        return shown.render_as_string(hide_password=True)

    def read(self, ask: Callable[[Connection], _Answer]) -> _Answer:
        """Ask something in a transaction of its own."""
        return self._repeated(ask, writes=False)

    def write(self, act: Callable[[Connection], _Answer]) -> _Answer:
        """Change something in a transaction of its own: all of it, or nothing.

        Done again when the connection dies, also where it died after the commit.
        """
        return self._repeated(act, writes=True)

    def alone(self, act: Callable[[Connection], _Answer]) -> _Answer:
        """The same while no other client does so."""

        def locked(connection: Connection) -> _Answer:
            if not self.is_sqlite:  # SQLite has one writer at a time anyway
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            return act(connection)

        return self._repeated(locked, writes=True)

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    def _repeated(self, act: Callable[[Connection], _Answer], *, writes: bool) -> _Answer:
        until = time.monotonic() + self._patience_s
        pause = _FIRST_PAUSE_S
        engine = self._engine.execution_options(swerve_writes=writes)
        while True:
            try:
                with engine.begin() as connection:
                    return act(connection)
            except DBAPIError as error:
                if not _may_pass(error) or time.monotonic() + pause > until:
                    raise self._unreachable(error) from error
            time.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE_S)

    def _unreachable(self, error: DBAPIError) -> StoreUnreachable:
        said = " ".join(str(error.orig).split())[:300]
        for secret in (self._url.password, *map(self._url.query.get, _SECRETS)):
            if secret:
                said = said.replace(str(secret), "***")
        hint = "Check the file, and that there is space left on the disk."
        if not self.is_sqlite:
            hint = (
                "Check the URL and that the server is running, then run `swerve campaign resume`."
            )
        return StoreUnreachable(f"The store {self.name} cannot be used: {said}.", hint)


def url_from(word: str) -> URL:
    """Read what names a store: a path, or a URL of SQLite or PostgreSQL."""
    hint = "Write a path, sqlite:///PATH, or postgresql://USER@HOST/DATABASE."
    if "://" not in word:
        return URL.create("sqlite", database=str(Path(word)))
    try:
        url = make_url(word)
        if "@" in (url.host or ""):  # a part of the password, which is not to be shown
            raise ValueError("an @ that is not written as %40")
    except (ArgumentError, ValueError):
        raise BadStore("The URL of the store is not valid.", hint) from None
    backend = url.get_backend_name()
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if backend != "sqlite" or not url.database or url.database == ":memory:":
        raise BadStore(f"Stores of the kind `{backend}` are not supported.", hint)
    return url.set(drivername="sqlite")


def _engine(url: URL) -> Engine:
    try:
        if url.get_backend_name() != "sqlite":
            # Statements that were prepared on the server would go with the connection.
            return create_engine(url, connect_args={"connect_timeout": 10})
        engine = create_engine(_readable(url), connect_args={"timeout": _BUSY_MS / 1000})
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise ExtraMissing(
            "A store in PostgreSQL needs psycopg.", "Run `pip install 'swerve[postgres]'`."
        ) from error
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _readable(url: URL) -> URL:
    """The URL of a file that can also be read where nothing can be written.

    SQLite puts a file beside it to read it, unless it is told that nobody writes there.
    """
    file = Path(url.database or "")
    # In this order: a folder that is not there yet cannot be written to either, and another client
    # may make it, and the store in it, before the next question.
    if not file.is_file() or os.access(file.parent, os.W_OK) or Path(f"{file}-wal").exists():
        return url
    name = f"file:{quote(str(file.absolute()))}"
    return URL.create("sqlite", database=name, query={"immutable": "1", "uri": "true"})


def _prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    # Python's own transactions leave out what makes tables; ours are begun below.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # what is committed outlives a power failure
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    # A reader that turns into a writer half way would find the database locked, without waiting.
    writes: Any = connection.get_execution_options().get("swerve_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _may_pass(error: DBAPIError) -> bool:
    """Whether it may work in a moment."""
    if _FOR_GOOD.search(str(error.orig)):
        return False
    return error.connection_invalidated or type(error.orig).__name__ in _PASSING


#: Errors of drivers, by name: the connection, a lock, a deadlock, a server that starts or stops.
_PASSING = frozenset(
    (
        *("OperationalError", "InterfaceError", "AdminShutdown", "CrashShutdown"),
        *("CannotConnectNow", "DeadlockDetected", "SerializationFailure", "IdleSessionTimeout"),
        *("ConnectionTimeout", "TooManyConnections", "DatabaseDropped", "QueryCanceled"),
    )
)


_MIGRATIONS = Path(__file__).parent / "_migrations"
#: Alembic keeps what it works on in a global: threads that bring up two stores would mix them up.
_ONE_AT_A_TIME = threading.Lock()


def revision_of(connection: Connection) -> str | None:
    """The revision of a store; `None` for a database without tables of ours."""
    names = set(inspect(connection).get_table_names())
    if "alembic_version" in names and "campaigns" in names:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return None if found is None else str(found)
    if names:
        raise BadStore(
            "The database contains tables of another program.", "Use an empty or new database."
        )
    return None


def bring_up(connection: Connection) -> None:
    """Bring a store to the revision of this version, inside the transaction that is open."""
    found = revision_of(connection)
    if found == HEAD:
        return
    if found is not None and found > HEAD:
        raise BadStore(
            f"The store has revision {found}, but this swerve supports revisions up to {HEAD}.",
            "Use the version that made it, or a newer one: `pip install --upgrade swerve`.",
        )
    from alembic import command  # takes a while to load
    from alembic.config import Config

    logging.getLogger("alembic").setLevel(logging.WARNING)
    settings = Config()
    settings.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    with _ONE_AT_A_TIME:
        command.upgrade(settings, "head")
