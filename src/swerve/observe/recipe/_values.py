"""Which recipe builds a plain value that the parent holds itself?"""

from __future__ import annotations

from collections.abc import Callable
from types import EllipsisType
from typing import Any

import swerve.observe.recipe._forms as forms
from swerve.worker.recipes.building import MAX_DEPTH, BadRecipe

from ._forms import Recipe
from ._wire import encode_recipe, written_json

_CONSTANTS = frozenset((type(None), bool, int, float, complex, str, bytes, EllipsisType))


def recipe_from_value(value: object) -> Recipe:
    """Return a recipe for a value made of builtins; what it holds twice is shared.

    Raises `BadRecipe` for anything else, and for a cycle through a tuple.
    """
    return _Reading(value).read(value)


#: A value of more parts than this is no input that anybody would read.
_MOST_PARTS = 100_000


class _Reading:
    """One value being read: the second walk over it knows what the first met twice."""

    def __init__(self, value: object) -> None:
        self.met_twice = _met_twice(value)
        self.labels: dict[int, str] = {}
        self.parts = self.depth = 0

    def read(self, value: object) -> Recipe:
        self.parts += 1
        if self.depth > MAX_DEPTH or self.parts > _MOST_PARTS:
            raise BadRecipe("a value nested too deep, or too large")
        if type(value) in _CONSTANTS:
            return value  # type: ignore[return-value]
        if id(value) in self.labels:
            return forms.Reference(self.labels[id(value)])
        shared = id(value) in self.met_twice
        if shared:
            self.labels[id(value)] = f"v{len(self.labels) + 1}"
        self.depth += 1
        recipe = self.read_container(value)
        self.depth -= 1
        return forms.Shared(self.labels[id(value)], recipe) if shared else recipe

    def read_container(self, value: Any) -> Recipe:
        kind = type(value)
        if kind is dict:
            return forms.Dict(
                tuple((self.read(key), self.read(item)) for key, item in value.items())
            )
        if kind is bytearray:
            return forms.Call(forms.Name("builtins", "bytearray"), (bytes(value),))
        if kind not in _FORMS:
            raise BadRecipe(f"no recipe for a value of type {kind.__qualname__}")
        items = tuple(self.read(item) for item in value)
        return _FORMS[kind](_in_order(items) if kind in (set, frozenset) else items)


def _in_order(recipes: tuple[Recipe, ...]) -> tuple[Recipe, ...]:
    """Order the items of a set, whose own order changes from run to run."""
    return tuple(sorted(recipes, key=lambda recipe: written_json(encode_recipe(recipe))))


def _met_twice(value: object) -> set[int]:
    """Return the ids of mutable parts that are met more than once."""
    once: set[int] = set()
    twice: set[int] = set()
    waiting: list[Any] = [value]
    while waiting:
        part = waiting.pop()
        kind = type(part)
        if kind not in _CONTAINERS:
            continue
        if id(part) in once:
            if kind in _MUTABLE:
                twice.add(id(part))
            continue
        once.add(id(part))
        if kind is dict:
            waiting += part.keys()
            waiting += part.values()
        elif kind is not bytearray:
            waiting += part
    return twice


_FORMS: dict[type, Callable[[tuple[Recipe, ...]], Recipe]] = {
    list: forms.List,
    tuple: forms.Tuple,
    set: forms.Set,
    frozenset: forms.FrozenSet,
}
_MUTABLE = frozenset((list, dict, set, bytearray))
_CONTAINERS = _MUTABLE | {tuple, frozenset}
