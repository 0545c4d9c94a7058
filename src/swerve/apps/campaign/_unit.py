"""What is one change of a campaign, and in which way is it checked?"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from typing import Any

from swerve.model import Effort, Wishes
from swerve.model.errors import BadStore
from swerve.source import Selection, SizeLimits

_WISHES = ("ignore", "sandbox", "seed", "setup", "tolerance")
#: The settings that a campaign takes.
SETTINGS = (
    *("effort", "include", "exclude", "max_file_size", "max_files", "max_functions"),
    *_WISHES,
)


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
    #: What the user left open, by parameter names: settings decide, as they stood before a unit.
    open: tuple[str, ...] = ()

    def with_settings(self, settings: Mapping[str, Any]) -> UnitOptions:
        """The same, with settings where the user said nothing."""
        taken: dict[str, Any] = {
            key: tuple(settings[key]) if isinstance(settings[key], list) else settings[key]
            for key in self.open
            if key in settings
        }

        def among(**names: str) -> dict[str, Any]:
            return {name: taken[key] for name, key in names.items() if key in taken}

        effort = Effort(taken.get("effort", self.effort))
        wishes = {key: taken[key] for key in _WISHES if key in taken}
        return replace(
            self,
            effort=effort,
            seed=taken.get("seed", self.seed),
            wishes=replace(self.wishes, suite_seconds=effort.suite_seconds, **wishes),
            selection=replace(
                self.selection,
                **among(include="include", exclude="exclude", max_bytes="max_file_size"),
            ),
            limits=replace(self.limits, **among(files="max_files", functions="max_functions")),
        )


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
            tuple(value.get("open", ())),
        )
    except (TypeError, ValueError) as error:
        raise BadStore(
            f"The campaign has options that this version of swerve does not know: {error}.",
            "Use the version that began it: `swerve campaign status` names it.",
        ) from error


def _with_tuples(value: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(item) if isinstance(item, list) else item for key, item in value.items()}
