"""How well can target code be confined here?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

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
