"""What is one change of a campaign, and in which way is it checked?"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from typing import Any

from swerve.change import Selection, SizeLimits
from swerve.errors import BadStore
from swerve.model import Effort, Wishes


@dataclass(frozen=True, slots=True)
class UnitOptions:
    """In which way a unit is checked; all units of a campaign share it."""

    effort: Effort = Effort.NORMAL
    #: "offline" or "none": campaigns ask no language model.
    judge: str = "offline"
    seed: int = 0
    wishes: Wishes = field(default_factory=Wishes)
    selection: Selection = field(default_factory=Selection)
    limits: SizeLimits = field(default_factory=SizeLimits)


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
    options: UnitOptions = field(default_factory=UnitOptions)


def unit_of(
    repository: str,
    old: str,
    new: str,
    *,
    title: str = "",
    pull_request: str | None = None,
    options: UnitOptions | None = None,
) -> Unit:
    """Make a unit, and its id."""
    parts = json.dumps([repository, old, new, pull_request]).encode("ascii")
    name = blake2b(parts, digest_size=10).hexdigest()
    return Unit(name, repository, old, new, title, pull_request, options or UnitOptions())


def options_to_json(options: UnitOptions) -> str:
    """Write options down."""
    return json.dumps({**asdict(options), "effort": options.effort.value}, sort_keys=True)


def options_from_json(text: str) -> UnitOptions:
    """Read options that were written down, also by a version that knew fewer of them."""
    value = json.loads(text)
    try:
        return UnitOptions(
            Effort(value["effort"]),
            value["judge"],
            value["seed"],
            Wishes(**_with_tuples(value["wishes"])),
            Selection(**_with_tuples(value["selection"])),
            SizeLimits(**value["limits"]),
        )
    except (TypeError, ValueError) as error:
        raise BadStore(
            f"The campaign has options that this version of swerve does not know: {error}.",
            "Use the version that began it: `swerve campaign status` names it.",
        ) from error


def _with_tuples(value: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(item) if isinstance(item, list) else item for key, item in value.items()}
