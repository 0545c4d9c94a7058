"""A real PostgreSQL for tests: Debian's package, started in a folder that goes away."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_PLACES = "/usr/lib/postgresql/*/bin"


def why_not() -> str:
    """Why there is no PostgreSQL to start; empty when there is."""
    if _programs() is None:
        return f"no PostgreSQL in {_PLACES}"
    if os.geteuid() == 0 and shutil.which("runuser") is None:
        return "PostgreSQL does not run as root, and there is no runuser"
    return ""


@dataclass(frozen=True, slots=True)
class Postgres:
    """A server of its own, with an empty database for whoever asks."""

    folder: Path
    port: int

    def url(self, database: str) -> str:
        """Make a database, and return its URL."""
        self._psql(f'CREATE DATABASE "{database}"')
        return f"postgresql://swerve@127.0.0.1:{self.port}/{database}"

    def kill_connections(self) -> None:
        """End every connection but the one that asks, as a network does."""
        self._psql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        words = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
        options = f"{words} -c fsync=off -c max_connections=50"
        log = str(self.folder / "log")
        self._run("pg_ctl", "start", "-w", "-D", self._data, "-l", log, "-o", options)

    def stop(self) -> None:
        """End the server at once, as a power failure does."""
        self._run("pg_ctl", "stop", "-m", "immediate", "-D", self._data)

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _psql(self, query: str) -> None:
        place = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "swerve", "-d", "postgres")
        self._run("psql", "-q", *place, "-c", query)

    def _run(self, program: str, *words: str) -> None:
        programs = _programs()
        assert programs is not None
        prefix = ["runuser", "-u", _user(), "--"] if os.geteuid() == 0 else []
        done = subprocess.run(
            [*prefix, str(programs / program), *words],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=False,
        )
        assert done.returncode == 0, f"{program}: {done.stderr.decode()}"


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Start a server, and end it."""
    with tempfile.TemporaryDirectory(prefix="swerve-postgres-") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, _user())
        server = Postgres(folder, _free_port())
        words = ("-A", "trust", "-U", "swerve", "-E", "UTF8", "--no-sync")
        server._run("initdb", "-D", server._data, *words)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return found[-1] if found else None


def _user() -> str:
    import pwd

    names = {each.pw_name for each in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
