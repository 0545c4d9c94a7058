"""What is one change of a campaign, and in which way is it checked?"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import Enum
from hashlib import blake2b
from typing import Any

from swerve.model import Settings
from swerve.model.errors import BadStore
from swerve.model.settings import DEFAULTS, SETTINGS


@dataclass(frozen=True, slots=True)
class Unit:
    """One change of a campaign. Plain data: it travels to other processes and machines."""

    #: Made of what it is about: in one campaign, the same change is the same unit.
    id: str
    #: The absolute path of a folder in a git repository, or a URL to clone.
    repository: str
    #: Full id of a commit, or a name that git knows; empty for the tree before a root commit.
    old: str
    new: str
    #: One line for people: the subject of a commit, the title of a pull request.
    title: str = ""
    #: A saved pull request as JSON: the unit is `old...new` then, with those words.
    pull_request: str | None = None
    #: All units of a campaign share them.
    settings: Settings = DEFAULTS


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
            "Use the version that began it: `swerve campaign status` names it.",
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
