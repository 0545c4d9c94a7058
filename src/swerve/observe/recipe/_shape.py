"""What is left of a recipe without its constants?"""

from __future__ import annotations

from typing import Any

from swerve.observe.recipe._forms import CallRecipe, Dict, FrozenSet, List, Recipe, Set, Tuple
from swerve.observe.recipe.parts import Part, parts_of, with_parts

_SCALARS = (bool, int, float, complex, str, bytes)


def shape_of(call: CallRecipe) -> str:
    """The same for calls that differ in constants only."""
    return repr(_blank(call))


def type_of(recipe: Recipe) -> str:
    """The type that a recipe of plain values builds, as Python writes it; empty for others."""
    if type(recipe) in (*_SCALARS, type(None)):
        return "None" if recipe is None else type(recipe).__name__
    match recipe:
        case List(items) | Set(items) | FrozenSet(items):
            return _of(_NAMES[type(recipe)], _common(items))
        case Tuple(items):
            parts = [type_of(each) for each in items]
            return _of("tuple", ", ".join(parts) if all(parts) else "")
        case Dict(entries):
            key, value = (
                (_common(each) for each in zip(*entries, strict=True)) if entries else ("", "")
            )
            return _of("dict", f"{key}, {value}" if key and value else "")
    return ""


def _blank(whole: Any) -> Any:
    if type(whole) in _SCALARS:
        return type(whole)
    parts: tuple[Part, ...] = parts_of(whole)
    return with_parts(whole, tuple(map(_blank, parts))) if parts else whole


def _common(items: tuple[Recipe, ...]) -> str:
    types = {type_of(each) for each in items}
    return types.pop() if len(types) == 1 else ""


def _of(name: str, items: str) -> str:
    return f"{name}[{items}]" if items else ""


_NAMES = {List: "list", Set: "set", FrozenSet: "frozenset"}
