"""Which surroundings are equal for both sides, and how do they become so again before a call?"""

from __future__ import annotations

from ..core._arrivals import when_imported
from ._chance import begin_chance, freeze_random, freeze_temporary_names, freeze_uuid, rewind_chance
from ._function import Replacements
from ._memory import freeze_memory
from ._time import freeze_time
from ._waiting import freeze_waiting
from .clock import rewind_clock

#: What can be frozen.
PARTS = frozenset({"clock", "random", "uuid", "tempnames"})

_unfrozen: list[str] = []


def freeze(seed: int, parts: frozenset[str] = PARTS) -> None:
    """Freeze the parts, once in a process, before modules of the target are imported."""
    begin_chance(seed)
    if "clock" in parts:
        _freeze_clock()
    if "random" in parts:
        freeze_random()
        freeze_memory()
    if "uuid" in parts:
        freeze_uuid()
    if "tempnames" in parts:
        freeze_temporary_names()


def _freeze_clock() -> None:
    made = Replacements()
    rewind_clock(0)
    freeze_time(made, _unfrozen.append)
    freeze_waiting(made)
    made.spread()

    def thaw(module: object) -> None:
        made.take_away()
        _unfrozen.append("the clock is real: time_machine replaces the functions that read it")

    when_imported("time_machine", thaw)


def rewind() -> None:
    """Put everything that is frozen to where calls begin."""
    rewind_clock()
    rewind_chance()


def unfrozen() -> tuple[str, ...]:
    """What could not be frozen, for a person."""
    return tuple(_unfrozen)
