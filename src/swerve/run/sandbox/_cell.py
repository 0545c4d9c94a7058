"""How well is a process confined, and what does it get to see?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from swerve.model import Missing
from swerve.worker.core.limits import LIMITS, Limits
from swerve.worker.snapshot.format import SCRATCH

#: The user inside: nothing there tells whose cell it is.
USER = "user"

_MIB = 1 << 20


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


@dataclass(frozen=True, slots=True)
class Cell:
    """A room for target code: what it may read, where it starts, how much it may take."""

    #: Files and folders of the host, each with the path it has inside at level strict. The
    #: system itself (/usr and what belongs to it) is there without being named.
    read_only: tuple[tuple[Path, str], ...] = ()
    #: As seen from inside at level strict; at the others the host path that would be seen there.
    #: The scratch folder when None.
    working_folder: str | None = None
    #: Added to the few variables that every cell has; those of the user never come in.
    environment: Mapping[str, str] = field(default_factory=dict)
    #: Where the scratch folder is at level strict. It holds `home` and `tmp`; /tmp leads there.
    scratch: str = SCRATCH
    #: What the machine is called at level strict.
    host: str = "localhost"
    #: Size of the scratch folder. A hard bound at level strict, none at the others.
    scratch_bytes: int = 256 * _MIB
    limits: Limits = LIMITS
    #: Whether programs lie at the same addresses as in other cells, where Linux allows it: what is
    #: hashed by its address, as `None` is, is in the same order there.
    is_aligned: bool = False
    #: Host folders that can be written to, each with its path inside: for `--setup` alone.
    writable: tuple[tuple[Path, str], ...] = ()


def surroundings(scratch: str, working_folder: str) -> dict[str, str]:
    """The variables every cell has: equal on both sides, nothing of the user in them."""
    return {
        "HOME": f"{scratch}/home",
        "LANG": "C.UTF-8",
        "LOGNAME": USER,
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "PWD": working_folder,
        "TMPDIR": f"{scratch}/tmp",  # noqa: S108 - the cell's own
        "TZ": "UTC",
        "USER": USER,
    }
