"""How does the process run that explores both versions beside a solver?"""

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
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import swerve
from swerve.engines._places import Places
from swerve.host import Ground
from swerve.sandbox import LIMITS, Cell, Confined, Level, start

_PACKAGE = Path(swerve.__file__).parent
_LIBRARY, _OLD, _NEW = "/swerve/library", "/swerve/old", "/swerve/new"
_MEMORY_BYTES = 1 << 30
#: Seconds for the interpreter, the solver and the modules to be loaded; and beyond those to
#: explore, for a solver that is slow to stop.
_LOAD_S, _GRACE_S = 15.0, 0.5
_LONGEST_LINE = 1 << 20
_NEEDED = ("crosshair", "z3")


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be explored."""

    modules: tuple[str, str]
    #: Calls to start from, as each side takes them.
    calls: Sequence[tuple[str, str]]
    #: Parameters with the types that were seen, as Python writes them.
    types: Mapping[str, str]
    seconds: float
    #: The text of the old module with both versions in one; None where that cannot be.
    probe: str | None = None
    #: Texts for the two modules in place of those they have.
    alone: tuple[str, str] | None = None


def missing_parts() -> tuple[str, ...]:
    """What has to be installed beside swerve, and is not."""
    return tuple(name for name in _NEEDED if importlib.util.find_spec(name) is None)


@contextmanager
def explorer(places: Places, order: Order) -> Iterator[Iterator[dict[str, Any]]]:
    """What the process says, line by line, until it ends or its time is up.

    Target code runs in there: nothing of it is to be believed.
    """
    with tempfile.TemporaryFile() as ordered:
        ordered.write(json.dumps(_as_seen(places, order)).encode())
        ordered.seek(0)
        reading, writing = os.pipe()
        try:
            confined = _started(places, ordered.fileno(), writing)
        finally:
            os.close(writing)
        try:
            yield _lines(reading, order.seconds)
        finally:
            confined.kill()
            os.close(reading)


def _started(places: Places, order: int, out: int) -> Confined:
    is_strict = places.level is Level.STRICT
    cell = Cell(
        read_only=(
            *((path, str(path)) for path in {*places.old.readable, *places.new.readable}),
            *((path, str(path)) for path in _own_prefixes()),
            (_PACKAGE, f"{_LIBRARY}/swerve"),
            (places.old.tree, _OLD),
            (places.new.tree, _NEW),
        ),
        environment={
            "LC_ALL": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
            "PYTHONNOUSERSITE": "1",
            "PYTHONPATH": _LIBRARY if is_strict else str(_PACKAGE.parent),
        },
        limits=replace(LIMITS, memory_bytes=_MEMORY_BYTES),
    )
    words = (sys.executable, "-m", "swerve.explorer._main", str(order), str(out))
    return start(places.level, cell, words, pass_fds=(order, out))


def _as_seen(places: Places, order: Order) -> dict[str, Any]:
    is_strict = places.level is Level.STRICT

    def side(ground: Ground, inside: str, module: str) -> dict[str, Any]:
        tree = inside if is_strict else str(ground.tree)
        roots = [os.path.normpath(f"{tree}/{root}") for root in ground.roots]
        return {"roots": roots, "module": module}

    return {
        "old": side(places.old, _OLD, order.modules[0]),
        "new": side(places.new, _NEW, order.modules[1]),
        "sys_path": list(places.old.sys_path),
        "calls": list(order.calls),
        "types": dict(order.types),
        "seconds": order.seconds,
        "probe": order.probe,
        "alone": order.alone,
    }


def _own_prefixes() -> set[Path]:
    return {Path(sys.base_prefix), Path(sys.prefix)}


def _lines(reading: int, seconds: float) -> Iterator[dict[str, Any]]:
    """Lines as they come; the seconds count from when both versions are imported."""
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
