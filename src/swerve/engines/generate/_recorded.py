"""Which values were seen at the parameters of a function?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass

from swerve.observe.recipe import CallRecipe, Parameter, ParameterKind, Recipe, Reference, Shared

_BY_POSITION = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL)


def recorded_values(
    parameters: Sequence[Parameter], calls: Iterable[CallRecipe]
) -> dict[str, tuple[Recipe, ...]]:
    """Parameter -> what recorded calls gave it, each value once; values that can stand alone."""
    found: dict[str, dict[str, Recipe]] = {each.name: {} for each in parameters}
    names = [each.name for each in parameters if each.kind in _BY_POSITION]
    rest = next((each.name for each in parameters if each.kind is ParameterKind.VARIADIC), None)
    words = next((each.name for each in parameters if each.kind is ParameterKind.KEYWORDS), None)
    for call in calls:
        for at, value in enumerate(call.args):
            name = names[at] if at < len(names) else rest
            if name is not None and stands_alone(value):
                found[name][repr(value)] = value
        for keyword, value in call.kwargs:
            name = keyword if keyword in found else words
            if name is not None and stands_alone(value):
                found[name][repr(value)] = value
    return {name: tuple(values.values()) for name, values in found.items() if values}


def stands_alone(recipe: object) -> bool:
    """Whether a recipe can go into another call: labels are for one call only."""
    if isinstance(recipe, (Shared, Reference)):
        return False
    if isinstance(recipe, tuple):
        return all(stands_alone(part) for part in recipe)
    if is_dataclass(recipe):
        return all(stands_alone(getattr(recipe, each.name)) for each in fields(recipe))
    return True
