"""Which threats does each level hold?

The docs and `swerve doctor` say so, and the hostile suite shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ._cell import Level


@dataclass(frozen=True, slots=True)
class Threat:
    """One kind of harm that target code may try to do."""

    #: What the code does, as the end of "code under test that ...".
    what: str
    #: The levels at which it comes to nothing.
    held_by: frozenset[Level]


_BOTH = frozenset({Level.STRICT, Level.PROCESS})
_STRICT = frozenset({Level.STRICT})

THREATS: Mapping[str, Threat] = MappingProxyType(
    {
        "time": Threat("never ends, and resists being killed", _BOTH),
        "memory": Threat("allocates all memory", _BOTH),
        "processes": Threat("starts processes and threads without limit", _BOTH),
        "descriptors": Threat("opens files until none are left to open", _BOTH),
        "end": Threat("exits, stops or crashes its own process", _BOTH),
        "worker": Threat("kills, stops or reads the worker it runs in", _BOTH),
        "messages": Threat("forges the worker's answers", _BOTH),
        "interpreter": Threat("modifies the interpreter that the worker runs on", _BOTH),
        "values": Threat("returns values that cannot be inspected safely", _BOTH),
        "streams": Threat("reads stdin, or writes endless output", _BOTH),
        "surroundings": Threat(
            "changes the working folder, umask, locale, limits or environment", _BOTH
        ),
        "survivors": Threat("leaves processes behind", _BOTH),
        "scratch": Threat("leaves traps in the scratch folder", _BOTH),
        "environment": Threat("reads secrets in its environment", _BOTH),
        "files": Threat("writes or deletes files of the user or the project", _STRICT),
        "secrets": Threat("reads files of the user, or the memory of other programs", _STRICT),
        "network": Threat("connects to the network, or to sockets of other programs", _STRICT),
        "signals": Threat("sends signals to other programs of the user", _STRICT),
        "disk": Threat("fills the disk", _STRICT),
        "kernel": Threat("leaves state in the kernel: shared memory, modes of devices", _STRICT),
    }
)


def not_held(level: Level) -> tuple[Threat, ...]:
    """What a level does not hold, in the order of the table."""
    return tuple(threat for threat in THREATS.values() if level not in threat.held_by)
