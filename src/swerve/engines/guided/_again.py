"""How is a world shown again, from what a script has kept of it?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from swerve.run.places import Places

from ._cells import opened_lanes, trouble_in
from ._runs import Guidance, run_both
from ._setting import Parameters, Setting
from ._worlds import Shortcut, WorldRecipe


class Shown(NamedTuple):
    """What both sides did in a world."""

    old: Guidance
    new: Guidance


def show_again(request: Mapping[str, Any], places: Places) -> Shown | str:
    """Run a world on both sides; in words why, when that does not work."""
    old, new = (
        Parameters(dict(each["renamed"]), tuple(each["left_out"])) for each in request["parameters"]
    )
    first, second = request["orders"]
    setting = Setting((first, second), (old, new))
    pins = dict(request.get("pins", {}))
    is_likely = bool(request.get("likely"))
    shortcuts = tuple(
        Shortcut(str(kind), (int(old_line), int(new_line)))
        for kind, (old_line, new_line) in request.get("shortcuts", ())
    )
    choices = dict(request["choices"])
    recipe = WorldRecipe(
        int(request["seed"]), choices, pins, is_likely=is_likely, shortcuts=shortcuts
    )
    with opened_lanes(places, setting, 0) as lanes:
        trouble = trouble_in(lanes)
        if trouble:
            return trouble
        ((_, guidance),) = run_both(lanes, setting.parameters, [recipe])
    return Shown(*guidance)
