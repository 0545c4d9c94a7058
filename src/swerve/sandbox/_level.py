"""How well can target code be confined here?"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from enum import Enum

from swerve.errors import BadUsage, SandboxMissing
from swerve.model import Missing


class Level(Enum):
    """How target code is confined, strictest first."""

    #: Bubblewrap: namespaces of its own, a read-only system, one scratch folder, no network.
    STRICT = "strict"
    #: Resource limits, a session of its own and a clean environment; the user's files are in reach.
    PROCESS = "process"
    #: Nothing: for code that is trusted anyway.
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Confinement:
    """The level in use, and what stands in the way of more."""

    level: Level
    #: Why the level is not strict; empty when it is, or when less was asked for.
    missing: tuple[Missing, ...] = ()
    #: What would make this level hold better still. Nothing a user must be told unasked.
    weaker: tuple[Missing, ...] = ()


def choose_level(wanted: str = "auto") -> Confinement:
    """Find the level to confine with: the one asked for, or the strictest that works here.

    Whether strict works is found by doing it, once a process.
    """
    if wanted not in {"auto", *(level.value for level in Level)}:
        raise BadUsage(
            f"There is no sandbox level `{wanted}`.", "The levels are strict, process and none."
        )
    if wanted in {Level.PROCESS.value, Level.NONE.value}:
        return Confinement(Level(wanted))
    found = _try_strict()
    if wanted == Level.STRICT.value and found.level is not Level.STRICT:
        first = found.missing[0]
        raise SandboxMissing(f"The sandbox level strict does not work: {first.what}.", first.hint)
    return found


def _try_strict() -> Confinement:
    from swerve.sandbox._bubblewrap import find_bubblewrap

    return _tried(find_bubblewrap())


@functools.lru_cache(maxsize=8)
def _tried(program: str | None) -> Confinement:
    from swerve.sandbox._trial import try_strict

    return try_strict(program)
