"""How are the parts of a cluster started, killed, and started again?"""

from __future__ import annotations

import getpass
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

#: Every process of a run has it in its environment, so that those that stay behind are found.
MARK = "SWERVE_FAULTS"
_STARTUP_S = 60.0


def wait_for_port(port: int) -> None:
    """Wait until somebody listens."""
    until = time.monotonic() + _STARTUP_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5.0).close()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Part:
    """A process that is started again when it ends."""

    def __init__(self, words: Sequence[str], log: Path, environment: dict[str, str]) -> None:
        self._words = list(words)
        self._log = log
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        #: When it is to be started: somebody has to notice first.
        self._start_at = 0.0

    def tend(self) -> None:
        """Start it where it does not run and its time has come."""
        if self._process is not None and self._process.poll() is None:
            return
        if self._process is not None:
            self._process = None
            self._start_at = max(self._start_at, time.monotonic() + 0.3)
        if time.monotonic() < self._start_at:
            return
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self._environment
            )

    @property
    def pid(self) -> int:
        """The process that runs now."""
        if self._process is None:
            raise ValueError("it does not run")
        return self._process.pid

    def kill(self, away_s: float = 0.0) -> bool:
        """Kill it without a warning; whether it ran."""
        runs = self._process is not None and self._process.poll() is None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        self._start_at = time.monotonic() + away_s
        return runs


class Cluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(
        self,
        folder: Path,
        workers: int,
        environment: dict[str, str],
        *,
        threads: int = 1,
        scheduler_environment: dict[str, str] | None = None,
    ) -> None:
        self.port = port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        dask = (sys.executable, "-m", "dask")
        common = ("--host", "127.0.0.1", "--no-dashboard")
        self.scheduler = Part(
            [*dask, "scheduler", *common, "--port", str(port), "--no-show"],
            folder / "scheduler.log",
            scheduler_environment or environment,
        )
        work = (*dask, "worker", self.address, *common, "--no-nanny", "--nthreads", str(threads))
        self.workers = [
            Part(
                [*work, "--local-directory", str(folder / f"worker-{number}")],
                folder / f"worker-{number}.log",
                environment,
            )
            for number in range(workers)
        ]

    def tend(self) -> None:
        """Start what does not run."""
        for part in (self.scheduler, *self.workers):
            part.tend()

    def end(self) -> None:
        """Kill all of it."""
        for part in (*self.workers, self.scheduler):
            part.kill()


class StoreParts(Protocol):
    """Where results go, and how clients lose it."""

    url: str

    def start(self) -> None:
        """Make it ready."""
        ...

    def cut(self, chance: random.Random) -> str:
        """Take it away from clients for a while, and return how."""
        ...

    def tend(self) -> None:
        """Give it back where its time has come."""
        ...

    def end(self) -> None:
        """Stop it; what is in it stays."""
        ...


class SqliteStore:
    """One file. Another process locks it now and then, as a backup does."""

    _HOLD = (
        "import sqlite3, sys, time\n"
        "connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)\n"
        "connection.execute('BEGIN EXCLUSIVE')\n"
        "time.sleep(float(sys.argv[2]))\n"
    )

    def __init__(self, folder: Path) -> None:
        self.file = folder / "store.sqlite"
        self.url = str(self.file)
        self._holders: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """It is made by the first client."""

    def cut(self, chance: random.Random) -> str:
        """Lock the file for some seconds."""
        seconds = chance.uniform(1.0, 8.0)
        words = [sys.executable, "-c", self._HOLD, str(self.file), str(seconds)]
        self._holders.append(subprocess.Popen(words, stderr=subprocess.DEVNULL))
        return f"locked for {seconds:.1f} s"

    def tend(self) -> None:
        """A lock ends by itself."""
        self._holders = [each for each in self._holders if each.poll() is None]

    def end(self) -> None:
        """Take all locks away."""
        for holder in self._holders:
            holder.kill()
            holder.wait()

    def integrity(self) -> str:
        """What SQLite itself says about the file: `ok`."""
        with sqlite3.connect(self.file) as connection:
            return str(connection.execute("PRAGMA integrity_check").fetchone()[0])


class PostgresStore:
    """A server of our own: connections are ended, or the whole server dies and comes back."""

    def __init__(self) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
        on_path = shutil.which("pg_ctl")
        if not found and on_path is None:
            raise SystemExit("PostgreSQL is not installed: apt-get install postgresql")
        self._bin = found[-1].parent if found else Path(str(on_path)).parent
        self._user = "postgres" if os.geteuid() == 0 else getpass.getuser()
        self._folder = Path(tempfile.mkdtemp(prefix="swerve-postgres-"))
        self._port = free_port()
        self.url = f"postgresql://{self._user}@127.0.0.1:{self._port}/postgres"
        self._start_at: float | None = None

    def start(self) -> None:
        """Make a new server, and start it."""
        if os.geteuid() == 0:
            shutil.chown(self._folder, self._user)
        data = str(self._folder / "data")
        self._run("initdb", "-D", data, "-A", "trust", "-U", self._user, "-E", "UTF8")
        self._up()

    def cut(self, chance: random.Random) -> str:
        """End all connections, or the server."""
        if self._start_at is None and chance.random() < 0.5:
            self._run("pg_ctl", "-D", str(self._folder / "data"), "stop", "-m", "immediate")
            seconds = chance.uniform(0.5, 5.0)
            self._start_at = time.monotonic() + seconds
            return f"server dead for {seconds:.1f} s"
        import psycopg

        with suppress(psycopg.OperationalError), psycopg.connect(self.url) as connection:
            rows = connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            ).fetchall()
            return f"{len(rows)} connections ended"
        return "server was dead"

    def tend(self) -> None:
        """Start the server again."""
        if self._start_at is not None and time.monotonic() >= self._start_at:
            self._up()
            self._start_at = None

    def end(self) -> None:
        """Stop the server, and remove it."""
        with suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "-D", str(self._folder / "data"), "stop", "-m", "fast")
        shutil.rmtree(self._folder, ignore_errors=True)

    def _up(self) -> None:
        data, log = str(self._folder / "data"), str(self._folder / "log")
        settings = f"-p {self._port} -k {self._folder} -c listen_addresses=127.0.0.1"
        self._run("pg_ctl", "-D", data, "-l", log, "-w", "-o", settings, "start")

    def _run(self, program: str, *words: str) -> None:
        command = [str(self._bin / program), *words]
        if os.geteuid() == 0:  # which it refuses to run as
            command = ["runuser", "-u", self._user, "--", *command]
        subprocess.run(
            command, cwd=self._folder, stdout=subprocess.DEVNULL, check=True, timeout=_STARTUP_S
        )


class Client:
    """`swerve campaign`, as a user starts it."""

    def __init__(self, folder: Path, log: Path, environment: dict[str, str]) -> None:
        self._folder = folder
        self._log = log
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *words: str) -> None:
        """Start it with these words."""
        with self._log.open("ab") as log:
            log.write(f"$ swerve campaign {' '.join(words)}\n".encode())
            log.flush()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "swerve", "campaign", *words],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self._environment,
            )

    @property
    def status(self) -> int | None:
        """How it ended, once it did."""
        return None if self._process is None else self._process.poll()

    def kill(self) -> bool:
        """Kill it without a warning; whether it ran."""
        runs = self._process is not None and self._process.poll() is None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        return runs


def left_behind(mark: str, within_s: float = 10.0) -> list[str]:
    """Commands of processes of a run that are still there a while after its end."""
    until = time.monotonic() + within_s
    while True:
        found = _marked(mark)
        if not found or time.monotonic() > until:
            for pid in found:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            return list(found.values())
        time.sleep(0.2)


def _marked(mark: str) -> dict[int, str]:
    needle = f"{MARK}={mark}".encode()
    found = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        with suppress(OSError):
            if needle in (entry / "environ").read_bytes().split(b"\0"):
                words = (entry / "cmdline").read_bytes().replace(b"\0", b" ")
                if words:  # one that has ended has none
                    found[int(entry.name)] = os.fsdecode(words).strip()
    return found
