"""How do some test files run in a cell, and what does the process there say about it?"""

from __future__ import annotations

import json
import os
import re
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from threading import Event
from typing import IO, Any, TypeAlias

import swerve.worker
from swerve.run.sandbox import Cell, Confined, Level, Limits, start
from swerve.worker.snapshot.format import TREE

_MIB = 1 << 20
_PACKAGE = Path(swerve.worker.__file__).parent
#: Where the worker is seen where mounts are possible, as the tree is at TREE.
_WORKER = "/srv/u/library"
_LIMITS = Limits(
    memory_bytes=4096 * _MIB,
    address_bytes=16_384 * _MIB,
    tasks=512,
    open_files=1024,
    file_bytes=512 * _MIB,
)
#: Beside the tree, which is copied there.
_SCRATCH_BYTES = 1024 * _MIB
_LOOK_S = 0.25
#: The same where the process stays and nobody hears that the tests have ended.
_GLANCE_S = 0.02
#: Silence after which nothing is expected any more: before the tests, while a file is imported,
#: and beside three times the time of a test, which has a setup and a teardown.
_START_S, _IMPORT_S, _SPARE_S = 60.0, 40.0, 5.0
#: Limits are on work: so many times as long may pass.
_TIMES = 3.0
#: Exit status of pytest when something in it broke, and when it did not get to the tests.
_BROKE, _MISUSED = 3, 4
#: How lines of pytest begin, and how the last line of a traceback looks.
_MARGIN = re.compile(r"^(INTERNALERROR>|E   |E  )")
_ERROR = re.compile(r"[A-Za-z_][\w.]*(Error|Exception|Exit|Failure|Warning|Interrupt)\b")

#: One line of the log: anything that JSON can say.
Row: TypeAlias = list[Any]


@dataclass(frozen=True, slots=True)
class Errand:
    """Some test files, and what they run in."""

    level: Level
    python: Path
    readable: tuple[Path, ...]
    #: The module of the worker that runs them, and what it is told beside what is here.
    module: str
    order: Mapping[str, object]
    tests: tuple[str, ...]
    #: Of work, for all of them, and for each setup, call and teardown.
    seconds: float
    test_seconds: float
    #: A folder that is copied before; None when the tests are those of an installed package.
    tree: Path | None
    tree_bytes: int
    #: What else can be read, with the place where it is seen where mounts are possible.
    beside: tuple[tuple[Path, str], ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    #: How long after its time the process is ended that should have ended by itself; as long as
    #: the last test may take when None.
    grace_s: float | None = None
    #: Bytes of the log that are read.
    log_bytes: int = _LIMITS.file_bytes
    #: Set by somebody who no longer wants to know.
    stop: Event = field(default_factory=Event)
    #: Whether the process that has imported the tests stays, so that some can run once more.
    stays: bool = False

    def seen(self, path: Path, inside: str) -> str:
        """Where the process sees a path of the host."""
        return inside if self.level is Level.STRICT else str(path)


class Ending(Enum):
    """Why a run ended."""

    #: All tests ran.
    COMPLETE = "complete"
    OUT_OF_TIME = "out of time"
    #: pytest, or the process, ended in the middle of a file, or the file took forever.
    BROKEN_OFF = "broken off"
    #: pytest did not get to any file.
    NOT_BEGUN = "not begun"


@dataclass(slots=True)
class Ran:
    """How a run of some test files went, up to its end."""

    ending: Ending = Ending.COMPLETE
    #: Why, for a person; empty when it is complete.
    why: str = ""
    finished: set[str] = field(default_factory=set)
    #: Files that could not be imported, with the reason.
    broken: dict[str, str] = field(default_factory=dict)
    #: Files of which a test was begun.
    begun: set[str] = field(default_factory=set)
    #: Seconds of work; those that passed, where the process did not come to say it.
    spent: float = 0.0
    #: The same before the tests, on what they import.
    before: float = 0.0
    #: The file and the test that came last.
    last_file: str = ""
    last_test: str = ""


class RunningTests:
    """Test files that run together in one confined process."""

    def __init__(self, errand: Errand) -> None:
        self._errand = errand
        self._at = 0
        self._wishes: int | None = None
        self._files = ExitStack()
        self._out = self._files.enter_context(tempfile.TemporaryFile())  # noqa: SIM115
        inner = None
        with tempfile.TemporaryFile() as order:
            if errand.stays:
                inner, self._wishes = os.pipe()
                self._files.callback(os.close, self._wishes)
            words = _order_for(errand, self._out.fileno(), inner)
            order.write(json.dumps(words).encode())
            order.seek(0)
            self._started = time.monotonic()
            try:
                self._confined = _started(errand, order, self._out, inner)
            except BaseException:
                self._files.close()
                raise
            finally:
                if inner is not None:
                    os.close(inner)

    @property
    def stays(self) -> bool:
        """Whether it waits for tests to run once more."""
        return self._wishes is not None

    def finish(self, ran: Ran, take: Callable[[Row], None], watch: Callable[[], None]) -> None:
        """Wait until the tests have run, and note in `ran` how that goes.

        `take` gets every line of the log that is not about that, as it is written; `watch` is
        called after some of them. What was seen before the process died, or had to be ended, is
        kept.
        """
        log = _Log(self._out, ran, take, self._errand.log_bytes, self._at)
        try:
            _wait(self._confined, log, self._errand, watch)
            if log.is_late and log.stays and self._errand.stop.is_set():
                self._cut_off(log)
            status = self._confined.wait(0)
            memory, words = self._confined.out_of_memory(), self._confined.last_words()
        except BaseException:
            self.close()
            raise
        is_over = log.ended is None or log.is_late or log.is_stuck
        if is_over:
            self._confined.kill()
        else:
            status = log.ended
        log.read()
        self._at = log.at
        if is_over:
            self.close()
        ran.spent = ran.spent or time.monotonic() - self._started
        _conclude(log, status, memory, words, frozenset(self._errand.tests))

    def _cut_off(self, log: _Log) -> None:
        """Let the process stay when the tests that run in it are no longer wanted."""
        self.limit(0.0)
        until = time.monotonic() + _SPARE_S
        while log.ended is None and self._confined.wait(_GLANCE_S) is None:
            log.read()
            if time.monotonic() > until:
                return
        log.is_late = False

    def limit(self, seconds: float) -> None:
        """Leave so much time to the tests that run."""
        self._wish("limit", seconds)

    def again(
        self, order: Mapping[str, object], seconds: float, ran: Ran, take: Callable[[Row], None]
    ) -> None:
        """Run some of the tests once more, as in a process that has imported them all."""
        self._errand = replace(self._errand, seconds=seconds, stop=Event())
        self._started = time.monotonic()
        self._wish("again", {**order, "seconds": seconds})
        self.finish(ran, take, lambda: None)

    def _wish(self, *words: object) -> None:
        if self._wishes is not None:
            with suppress(OSError):  # it has ended
                os.write(self._wishes, (json.dumps(words) + "\n").encode())

    def close(self) -> None:
        """End the process."""
        try:
            self._confined.kill()
        finally:
            self._files.close()
            self._wishes = None


def run_errand(
    errand: Errand, ran: Ran, take: Callable[[Row], None], watch: Callable[[], None]
) -> None:
    """Run test files to their end: see `RunningTests.finish`."""
    with closing(RunningTests(errand)) as running:
        running.finish(ran, take, watch)


def _order_for(errand: Errand, out: int, wishes: int | None) -> dict[str, object]:
    return {
        **({} if wishes is None else {"wishes": wishes}),
        "tree": None if errand.tree is None else errand.seen(errand.tree, TREE),
        "tests": list(errand.tests),
        "out": out,
        "seconds": errand.seconds,
        "test_seconds": errand.test_seconds,
        **errand.order,
    }


def _started(errand: Errand, order: IO[bytes], out: IO[bytes], wishes: int | None) -> Confined:
    trees = () if errand.tree is None else ((errand.tree, TREE),)
    cell = Cell(
        read_only=(
            *((path, str(path)) for path in errand.readable),
            *trees,
            *errand.beside,
            (_PACKAGE, _WORKER),
        ),
        environment={
            "LC_ALL": "C.UTF-8",
            "PATH": f"{errand.python.parent}:/usr/local/bin:/usr/bin:/bin",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
            "PYTHONNOUSERSITE": "1",
            # One thread each: chunks are short, and the machine is somebody's.
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "MPLBACKEND": "agg",
            **errand.environment,
        },
        scratch_bytes=_SCRATCH_BYTES + 2 * errand.tree_bytes,
        limits=_LIMITS,
    )
    boot = f"{errand.seen(_PACKAGE, _WORKER)}/_boot.py"
    descriptors = (order.fileno(), out.fileno(), *(() if wishes is None else (wishes,)))
    words = (str(errand.python), boot, str(order.fileno()), errand.module)
    return start(errand.level, cell, words, pass_fds=descriptors)


def _wait(confined: Confined, log: _Log, errand: Errand, watch: Callable[[], None]) -> None:
    """Wait until the process ends, says nothing for too long, or has had its time."""
    test_s = errand.test_seconds
    late_s = _TIMES * errand.seconds
    late_s += 3 * _TIMES * test_s + 2 * _SPARE_S if errand.grace_s is None else errand.grace_s
    spoke = started = time.monotonic()
    is_counted = False
    while confined.wait(_GLANCE_S if errand.stays else _LOOK_S) is None:
        now = time.monotonic()
        if log.read():
            spoke = now
            watch()
        if log.ended is not None:
            return
        if log.ran.begun and not is_counted:  # importing them has its own limit
            started, is_counted = now, True
        if not log.is_ready:
            patience = _START_S
        else:
            patience = 3 * _TIMES * test_s + _SPARE_S if log.ran.begun else test_s + _IMPORT_S
        if now - spoke > patience:
            log.is_stuck = True
            return
        most_s = late_s if is_counted else max(late_s, _START_S)
        if now - started > most_s or errand.stop.is_set():
            log.is_late = True
            return


def _conclude(
    log: _Log, status: int | None, memory: int, words: str, tests: frozenset[str]
) -> None:
    ran = log.ran
    if tests <= ran.finished:
        return  # whatever came behind
    if log.status is not None and log.status not in (_BROKE, _MISUSED):
        if log.said_late:
            ran.ending, ran.why = Ending.OUT_OF_TIME, "out of time"
        return
    in_test = f" in {ran.last_test}" if ran.last_test else ""
    if log.is_late:
        ran.ending, ran.why = Ending.OUT_OF_TIME, "out of time"
    elif not ran.last_file:
        ran.ending, ran.why = Ending.NOT_BEGUN, _end_of(words) or f"it ended with {status}"
    else:
        ran.ending = Ending.BROKEN_OFF
        if log.is_stuck:
            ran.why = f"hung{in_test}"
        elif memory:
            ran.why = f"ran out of memory{in_test}"
        elif log.status is not None:
            ran.why = f"broke pytest{in_test}: {_end_of(words)}"
        else:
            ran.why = f"ended the process{in_test} (status {status})"


def _end_of(words: str) -> str:
    """What a person should read of the end of pytest's output: the last exception in it."""
    lines = [_MARGIN.sub("", line).strip() for line in words.splitlines()]
    errors = [line for line in lines if _ERROR.match(line)]
    return next((line for line in reversed(errors or lines) if line), "")[:300]


#: Bytes; no call that is worth keeping is longer.
_LONGEST_LINE = 16 << 20


class _Log:
    """Reads what the process in the cell writes. It could be anything: only what fits is kept."""

    def __init__(
        self, file: IO[bytes], ran: Ran, take: Callable[[Row], None], most_bytes: int, at: int
    ) -> None:
        self.ran = ran
        #: Exit status of pytest, once it has ended.
        self.status: int | None = None
        #: The process says that it stopped for the time.
        self.said_late = False
        self.is_ready = False
        self.is_stuck = False
        self.is_late = False
        self._file = file
        self._take_other = take
        self._most_bytes = at + most_bytes
        self.at = at
        #: Whether a copy of the process runs the tests, and how it ended.
        self.stays = False
        self.ended: int | None = None
        self._rest = b""

    def read(self) -> bool:
        """Take in what is new; whether there was something."""
        data = os.pread(self._file.fileno(), max(self._most_bytes - self.at, 0), self.at)
        self.at += len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if len(line) > _LONGEST_LINE:
                continue
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(row, list):
                self._take(row)
        return bool(data)

    def _take(self, row: Row) -> None:
        ran = self.ran
        match row:
            case ("ready",):
                self.is_ready = True
            case ("stays",):
                self.stays = True
            case ("ended", int(status)):
                self.ended = status
            case ("test", str(file), str(test)):
                ran.last_file, ran.last_test = file, test
                if test:
                    ran.begun.add(file)
            case ("finished", str(file)):
                ran.finished.add(file)
            case ("broken", str(file), str(why)):
                ran.broken[file] = why
            case ("over", int(status), bool(is_late), float(spent), float(before)):
                self.status, self.said_late = status, is_late
                ran.spent, ran.before = max(0.0, spent), max(0.0, before)
            case _:
                self._take_other(row)
