"""How does a process of swerve's own interpreter run beside a solver, confined?"""

from __future__ import annotations

import importlib.util
import json
import os
import select
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import swerve.worker
from swerve.worker.processes import own_python

from .project import own_readable
from .sandbox import LIMITS, Cell, Confined, Level, start

_PACKAGE = Path(swerve.worker.__file__).parents[1]
_LIBRARY = "/srv/u/packages"
_MEMORY_BYTES = 1 << 30
#: Seconds for the interpreter, the solver and modules to be loaded; and beyond those that were
#: asked for, for a solver that is slow to stop.
_LOAD_S, _GRACE_S = 15.0, 0.5
_LONGEST_LINE = 1 << 20


def not_installed(names: Sequence[str]) -> tuple[str, ...]:
    """Which packages have to be installed beside swerve, and are not."""
    return tuple(name for name in names if importlib.util.find_spec(name) is None)


@contextmanager
def solver_process(
    module: str,
    order: Mapping[str, Any],
    level: Level,
    seconds: float,
    read_only: Sequence[tuple[Path, str]] = (),
) -> Iterator[Iterator[dict[str, Any]]]:
    """What the process says, line by line, until it ends or its time is up.

    It runs a module of swerve with the descriptors of the order and of its answer. The seconds
    count from the line in which it says that it is ready.
    """
    with tempfile.TemporaryFile() as ordered:
        ordered.write(json.dumps(order).encode())
        ordered.seek(0)
        reading, writing = os.pipe()
        try:
            confined = _started(module, level, read_only, ordered.fileno(), writing)
        finally:
            os.close(writing)
        try:
            yield _lines(reading, seconds)
        finally:
            confined.kill()
            os.close(reading)


def _started(
    module: str, level: Level, read_only: Sequence[tuple[Path, str]], order: int, out: int
) -> Confined:
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
    words = own_python(module, str(order), str(out), path=path)
    return start(level, cell, words, pass_fds=(order, out))


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
                    until = time.monotonic() + seconds + _GRACE_S
                yield found
