"""What does the process get that explores both versions beside a solver?"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from swerve.run.host import Ground
from swerve.run.places import Places
from swerve.run.sandbox import Level
from swerve.run.solver_process import not_installed, solver_process

_OLD, _NEW = "/srv/u/old", "/srv/u/new"
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


def missing_parts() -> tuple[str, ...]:
    """What has to be installed beside swerve, and is not."""
    return not_installed(_NEEDED)


def explorer(
    places: Places, order: Order, *, is_shared: bool = True
) -> AbstractContextManager[Iterator[dict[str, Any]]]:
    """What the process says, line by line, until it ends or its time is up.

    Target code runs in there: nothing of it is to be believed.
    """
    read_only = (
        *((path, str(path)) for path in sorted({*places.old.readable, *places.new.readable})),
        (places.old.tree, _OLD),
        (places.new.tree, _NEW),
    )
    seen = _as_seen(places, order)
    return solver_process(
        "swerve.engines.shadow.explorer._main",
        seen,
        places.level,
        order.seconds,
        read_only,
        is_shared=is_shared,
    )


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
    }
