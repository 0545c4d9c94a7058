"""How does a process of swerve's own interpreter run beside a solver, confined?"""

from __future__ import annotations

import importlib.util
import json
import os
import select
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import swerve.worker
from swerve.model import work
from swerve.worker.core.frames import BadFrame, ChannelClosed, receive_frame, send_frame
from swerve.worker.processes import own_python

from .held import drop, held
from .project import own_readable
from .sandbox import LIMITS, Cell, Confined, Level, start

_PACKAGE = Path(swerve.worker.__file__).parents[1]
_LIBRARY = "/srv/u/packages"
_MEMORY_BYTES = 1 << 30
#: Seconds for the interpreter, the solver and modules to be loaded.
_LOAD_S = 30.0
#: Beyond the seconds of work that were asked for: this many times as long, and so many more, until
#: it is certain that somebody does not heed them.
_TIMES, _GRACE_S = 3.0, 0.5
_LONGEST_LINE = 1 << 20
#: What can be read beside swerve: where it is, and where it is seen.
ReadOnly = tuple[tuple[Path, str], ...]


def not_installed(names: Sequence[str]) -> tuple[str, ...]:
    """Which packages have to be installed beside swerve, and are not."""
    return tuple(name for name in names if importlib.util.find_spec(name) is None)


@contextmanager
def solver_process(
    module: str,
    order: Mapping[str, Any],
    level: Level,
    seconds: float,
    read_only: ReadOnly = (),
    *,
    is_shared: bool = True,
) -> Iterator[Iterator[dict[str, Any]]]:
    """What the process says, line by line, until it ends or its time is up.

    It runs a module of swerve with the descriptors of the order and of its answer. It is to stop by
    itself after the seconds of work that the order gives it. Unless it `is_shared`, it has nothing
    in common with a process that answered before.
    """
    if not is_shared:
        with (
            closing(_Template(module, level, read_only)) as own,
            own.asked(order, seconds) as lines,
        ):
            yield lines
        return
    key = "solver", module, level, read_only
    if not held(key, lambda: _Template(module, level, read_only)).is_alive:
        drop(key)
    shared = held(key, lambda: _Template(module, level, read_only))
    with shared.asked(order, seconds) as lines:
        yield lines


def warm_up(module: str, level: Level) -> None:
    """Let a solver be loaded meanwhile that is asked soon."""
    held(("solver", module, level, ()), lambda: _Template(module, level, ()))


class _Template:
    """A confined process that has loaded a module, and forks for each question."""

    def __init__(self, module: str, level: Level, read_only: ReadOnly) -> None:
        self._control, theirs = socket.socketpair()
        with theirs:
            self._confined = _started(module, level, read_only, theirs.fileno())
        self._control.settimeout(_LOAD_S)
        self._is_ready = False
        self.is_alive = True

    @contextmanager
    def asked(self, order: Mapping[str, Any], seconds: float) -> Iterator[Iterator[dict[str, Any]]]:
        """What it says to an order, line by line."""
        with tempfile.TemporaryFile() as ordered:
            ordered.write(json.dumps(order).encode())
            ordered.seek(0)
            reading, writing = os.pipe()
            try:
                self._ask(ordered.fileno(), writing)
            finally:
                os.close(writing)
            try:
                yield _lines(reading, seconds)
            finally:
                os.close(reading)
                work.count(self._end())

    def close(self) -> None:
        """End all its processes."""
        self.is_alive = False
        self._control.close()
        self._confined.kill()

    def _ask(self, order: int, out: int) -> None:
        try:
            if not self._is_ready:
                receive_frame(self._control)
                self._is_ready = True
            send_frame(self._control, b"{}", (order, out))
        except (ChannelClosed, BadFrame):
            self.close()  # nobody answers: there are no lines

    def _end(self) -> float:
        """End the process that answers; how much processor time it took."""
        if not self.is_alive:
            return 0.0
        try:
            send_frame(self._control, b"{}")
            said = json.loads(receive_frame(self._control)[0])
            return max(0.0, float(said["seconds"]))
        except (ChannelClosed, BadFrame, ValueError, TypeError, KeyError):
            self.close()
            return 0.0


def _started(module: str, level: Level, read_only: ReadOnly, control: int) -> Confined:
    cell = Cell(
        read_only=(
            *read_only,
            *((path, str(path)) for path in own_readable()),
            (_PACKAGE, f"{_LIBRARY}/swerve"),
        ),
        environment={
            "LC_ALL": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
        },
        limits=replace(LIMITS, memory_bytes=_MEMORY_BYTES),
    )
    path = sys.path
    if level is Level.STRICT:
        path = [_LIBRARY, *(each for each in sys.path if each != str(_PACKAGE.parent))]
    words = own_python("swerve.run.solver_template", str(control), module, path=path)
    return start(level, cell, words, pass_fds=(control,))


def _lines(reading: int, seconds: float) -> Iterator[dict[str, Any]]:
    rest = b""
    until = time.monotonic() + _LOAD_S
    while (left := until - time.monotonic()) > 0:
        if not select.select([reading], [], [], left)[0]:
            return
        data = os.read(reading, 1 << 16)
        if not data:
            return
        *lines, rest = (rest + data).split(b"\n")
        if len(rest) > _LONGEST_LINE:
            return
        for line in lines:
            try:
                found = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(found, dict):
                if "ready" in found:
                    until = time.monotonic() + _TIMES * seconds + _GRACE_S
                yield found
