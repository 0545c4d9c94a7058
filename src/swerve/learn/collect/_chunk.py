"""What do some test files show when they are run, recorded, in a cell?"""

from __future__ import annotations

import json
import os
import re
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import IO, Any

import swerve.worker
from swerve.learn.events import Event, event_from_row
from swerve.project import Interpreter
from swerve.sandbox import Cell, Confined, Level, Limits, start

_MIB = 1 << 20
_PACKAGE = Path(swerve.worker.__file__).parent
#: Where the tree and the worker are seen where mounts are possible.
_TREE, _WORKER = "/swerve/tree", "/swerve/worker"
#: How files of an installed package are told from those of the tree.
INSTALLED = "@installed/"
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
#: Silence after which nothing is expected any more: before the tests, while a file is imported,
#: and beside three times the time of a test, which has a setup and a teardown.
_START_S, _IMPORT_S, _SPARE_S = 60.0, 40.0, 5.0
#: Exit status of pytest when something in it broke, and when it did not get to the tests.
_BROKE, _MISUSED = 3, 4
#: How lines of pytest begin, and how the last line of a traceback looks.
_MARGIN = re.compile(r"^(INTERNALERROR>|E   |E  )")
_ERROR = re.compile(r"[A-Za-z_][\w.]*(Error|Exception|Exit|Failure|Warning|Interrupt)\b")


@dataclass(frozen=True, slots=True)
class Place:
    """What the tests of a project run in."""

    level: Level
    interpreter: Interpreter
    #: A folder that is copied for each run; None when the tests are those of an installed package.
    tree: Path | None
    tree_bytes: int
    #: Folders of the tree to import from, beside the tree itself.
    paths: tuple[str, ...]
    #: Installed packages and modules whose code is recorded, by name.
    packages: tuple[tuple[str, Path], ...]
    #: Told to pytest.
    options: tuple[str, ...]
    test_seconds: float

    @property
    def base(self) -> Path | None:
        """What test files are relative to; None for the copy of the tree."""
        return None if self.tree is not None else self.packages[0][1].parent


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
    """What a run of some test files showed, up to its end."""

    ending: Ending = Ending.COMPLETE
    #: Why, for a person; empty when it is complete.
    why: str = ""
    finished: set[str] = field(default_factory=set)
    #: Files that could not be imported, with the reason.
    broken: dict[str, str] = field(default_factory=dict)
    #: Files of which a test was begun.
    begun: set[str] = field(default_factory=set)
    #: The file and the test that came last.
    last_file: str = ""
    last_test: str = ""
    outcomes: dict[str, int] = field(default_factory=dict)
    #: Source file -> a sum over its content, and its events by place.
    files: dict[str, tuple[int, dict[Any, Event]]] = field(default_factory=dict)

    @property
    def events(self) -> int:
        """How many places were seen."""
        return sum(len(events) for _, events in self.files.values())


def run_chunk(
    place: Place, tests: Sequence[str], seconds: float, watch: Callable[[Ran], None]
) -> Ran:
    """Run test files together in one confined process. `watch` hears now and then how it goes.

    What was seen before the process died, or had to be ended, is kept.
    """
    ran = Ran()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as order:
        order.write(json.dumps(_order_for(place, tests, out.fileno(), seconds)).encode())
        order.seek(0)
        confined = _started(place, order, out)
        log = _Log(out, ran)
        try:
            _wait(confined, log, seconds, place.test_seconds, watch)
            status = confined.wait(0)
            memory, words = confined.out_of_memory(), confined.last_words()
        finally:
            confined.kill()
        log.read()
    _conclude(log, status, memory, words, frozenset(tests))
    return ran


def _order_for(place: Place, tests: Sequence[str], out: int, seconds: float) -> dict[str, object]:
    is_strict = place.level is Level.STRICT
    return {
        "tree": None if place.tree is None else _TREE if is_strict else str(place.tree),
        "paths": place.paths,
        "roots": [(str(path), f"{INSTALLED}{name}") for name, path in place.packages],
        "base": str(place.base or ""),
        "tests": list(tests),
        "options": place.options,
        "out": out,
        "seconds": seconds,
        "test_seconds": place.test_seconds,
    }


def _started(place: Place, order: IO[bytes], out: IO[bytes]) -> Confined:
    worker = _WORKER if place.level is Level.STRICT else str(_PACKAGE)
    trees = () if place.tree is None else ((place.tree, _TREE),)
    programs = place.interpreter.executable.parent
    cell = Cell(
        read_only=(
            *((path, str(path)) for path in place.interpreter.readable),
            *trees,
            (_PACKAGE, _WORKER),
        ),
        environment={
            "LC_ALL": "C.UTF-8",
            "PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
            "PYTHONNOUSERSITE": "1",
            # One thread each: chunks are short, and the machine is somebody's.
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "MPLBACKEND": "agg",
        },
        scratch_bytes=_SCRATCH_BYTES + 2 * place.tree_bytes,
        limits=_LIMITS,
    )
    words = (str(place.interpreter.executable), f"{worker}/_suite.py", str(order.fileno()))
    return start(place.level, cell, words, pass_fds=(order.fileno(), out.fileno()))


def _wait(
    confined: Confined, log: _Log, seconds: float, test_s: float, watch: Callable[[Ran], None]
) -> None:
    """Wait until the process ends, says nothing for too long, or has had its time."""
    spoke = started = time.monotonic()
    while confined.wait(_LOOK_S) is None:
        now = time.monotonic()
        if log.read():
            spoke = now
            watch(log.ran)
        if not log.is_ready:
            patience = _START_S
        else:
            patience = 3 * test_s + _SPARE_S if log.ran.begun else test_s + _IMPORT_S
        if now - spoke > patience:
            log.is_stuck = True
            return
        if now - started > seconds + 3 * test_s + 2 * _SPARE_S:
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


class _Log:
    """Reads what the process in the cell writes. It could be anything: only what fits is kept."""

    def __init__(self, file: IO[bytes], ran: Ran) -> None:
        self.ran = ran
        #: Exit status of pytest, once it has ended.
        self.status: int | None = None
        #: The process says that it stopped for the time.
        self.said_late = False
        self.is_ready = False
        self.is_stuck = False
        self.is_late = False
        self._file = file
        self._at = 0
        self._rest = b""

    def read(self) -> bool:
        """Take in what is new; whether there was something."""
        data = os.pread(self._file.fileno(), _LIMITS.file_bytes, self._at)
        self._at += len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(row, list):
                self._take(*row)
        return bool(data)

    def _take(self, *row: Any) -> None:
        ran = self.ran
        match row:
            case ("ready",):
                self.is_ready = True
            case ("test", str(file), str(test)):
                ran.last_file, ran.last_test = file, test
                if test:
                    ran.begun.add(file)
            case ("finished", str(file)):
                ran.finished.add(file)
            case ("broken", str(file), str(why)):
                ran.broken[file] = why
            case ("events", str(file), int(number), list(rows)):
                _, events = ran.files.setdefault(file, (number, {}))
                ran.files[file] = number, events
                for each in rows:
                    self._take_event(events, each)
            case ("outcomes", dict(outcomes)):
                ran.outcomes = {
                    str(word): count for word, count in outcomes.items() if type(count) is int
                }
            case ("over", int(status), bool(is_late)):
                self.status, self.said_late = status, is_late

    def _take_event(self, events: dict[Any, Event], row: Any) -> None:
        try:
            event = event_from_row(row)
        except ValueError:
            return
        events[event.kind, event.name, event.place] = event
