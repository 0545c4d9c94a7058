"""How can one try at a unit end?"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import TypeAlias

from swerve.tell import well_formed


@dataclass(frozen=True, slots=True)
class Cost:
    """What a unit took."""

    #: Of the unit's process and what it started.
    cpu_s: float = 0.0
    #: The most memory that one process held; in a warm one also for units before this one.
    peak_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Done:
    """There is a result."""

    #: `report_object(report, with_source=True)`, as `packed` packs it.
    report: bytes
    log: str
    seconds: float
    cost: Cost = Cost()


@dataclass(frozen=True, slots=True)
class Failed:
    """The unit itself came to nothing: an error, a crash, its deadline. Three are enough."""

    #: One line for people.
    why: str
    log: str = ""
    seconds: float = 0.0
    cost: Cost = Cost()


@dataclass(frozen=True, slots=True)
class Lost:
    """What the unit ran on went away, which says nothing about the unit: it is tried again."""

    why: str
    log: str = ""


Outcome: TypeAlias = Done | Failed | Lost


def packed(report: dict[str, object]) -> bytes:
    """Pack a report for the store."""
    text = json.dumps(well_formed(report), separators=(",", ":"), allow_nan=False)
    return zlib.compress(text.encode("ascii"), 6)


def unpacked(data: bytes) -> dict[str, object]:
    """Unpack a report from the store."""
    value = json.loads(zlib.decompress(data))
    if not isinstance(value, dict):
        raise ValueError("a report is an object")
    return value
