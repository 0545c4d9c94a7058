"""What is one change of a campaign, in which way is it checked, and how can a try at it end?"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import Enum
from hashlib import blake2b
from typing import Any, TypeAlias

from swerve.model import Settings
from swerve.model.campaign import Unit
from swerve.model.errors import BadStore
from swerve.model.settings import DEFAULTS, SETTINGS
from swerve.tell import well_formed


def unit_of(
    repository: str,
    old: str,
    new: str,
    *,
    title: str = "",
    pull_request: str | None = None,
    settings: Settings = DEFAULTS,
) -> Unit:
    """Make a unit, and its id."""
    parts = json.dumps([repository, old, new, pull_request]).encode("ascii")
    name = blake2b(parts, digest_size=10).hexdigest()
    return Unit(name, repository, old, new, title, pull_request, settings)


def settings_to_json(settings: Settings) -> str:
    """Write settings down."""
    return json.dumps(asdict(settings), default=_plain, sort_keys=True)


def settings_from_json(text: str) -> Settings:
    """Read settings that were written down, also by a version that knew fewer of them."""
    try:
        value = json.loads(text)
        value = _flattened(value) if "wishes" in value else value
        if unknown := value.keys() - {each.name for each in fields(Settings)}:
            raise ValueError(", ".join(sorted(unknown)))
        known: dict[str, Any] = {
            name: SETTINGS[name].converted(item)
            for name, item in value.items()
            if name in SETTINGS and item not in (None, "")
        }
        return Settings(**known, given=frozenset(value["given"]))
    except (LookupError, TypeError, ValueError) as error:
        raise BadStore(
            f"The campaign has options that this version of swerve does not know: {error}.",
            "Use the version that started it: `swerve campaign status` shows it.",
        ) from error


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    return sorted(value) if isinstance(value, frozenset) else str(value)


def _flattened(value: Mapping[str, Any]) -> dict[str, Any]:
    """Settings as earlier versions wrote them down, in parts."""
    wishes, selection, limits = value["wishes"], value["selection"], value["limits"]
    names = {each.name for each in SETTINGS.values() if each.in_project}
    return {
        **{name: item for name, item in wishes.items() if name in SETTINGS},
        **{name: value[name] for name in ("effort", "judge", "seed")},
        **{name: selection.get(name, ()) for name in ("include", "exclude")},
        "max_file_size": selection.get("max_bytes"),
        "max_files": limits.get("files"),
        "max_functions": limits.get("functions"),
        "trust_change": wishes.get("trusts_change", False),
        "context": "file" if wishes.get("context", True) else "none",
        "given": sorted(names.difference(value.get("open", ()))),
    }


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
