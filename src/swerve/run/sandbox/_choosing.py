"""Which level is target code confined at?"""

from __future__ import annotations

import functools

from swerve.model.errors import BadUsage, SandboxMissing
from swerve.run.sandbox import _bubblewrap
from swerve.run.sandbox._level import Confinement, Level
from swerve.run.sandbox._trial import try_strict


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
    found = _tried(_bubblewrap.find_bubblewrap())
    if wanted == Level.STRICT.value and found.level is not Level.STRICT:
        first = found.missing[0]
        raise SandboxMissing(f"The sandbox level strict does not work: {first.what}.", first.hint)
    return found


@functools.lru_cache(maxsize=8)
def _tried(program: str | None) -> Confinement:
    return try_strict(program)
