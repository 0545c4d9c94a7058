"""How is the network trained?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from swerve.model.errors import BadUsage


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to train: what the shipped network was trained with, unless said otherwise."""

    arrays: str
    out: str = "build/model"
    name: str = "values"
    #: Weights to start from; from scratch without.
    start: str = ""
    width: int = 256
    narrow: int = 256
    inner: int = 1024
    heads: int = 8
    layers: int = 5
    #: Whichever ends first; 0 seconds is no end.
    epochs: int = 30
    seconds: int = 0
    #: Tokens in a batch.
    batch: int = 49152
    warmup: int = 400
    #: Epochs between two measurements, each with a checkpoint.
    every: int = 5
    seed: int = 0
    rate: float = 1.5e-3
    decay: float = 0.1
    dropout: float = 0.15
    #: The share of names that are known by their words alone, in a window; of those hidden whole;
    #: and how much guessing the latter counts.
    strange: float = 0.3
    hide: float = 0.12
    guess: float = 0.2
    #: The share of functions that are seen without their file, or even without their head.
    bare: float = 0.2
    #: Of what was read off source code: how much of it an epoch has, until when, and how it counts.
    static_share: float = 0.35
    static_until: float = 0.75
    static_weight: float = 0.3
    #: Of the running average of the weights that is kept at each step.
    average: float = 0.998


_KINDS: dict[str, Any] = {"int": int, "float": float, "str": str}
#: Whole numbers that may be 0; none may be less.
_MAY_BE_ZERO = ("seconds", "seed")


def recipe_of(arrays: Path, out: Path, changes: Iterable[str] = ()) -> Recipe:
    """A recipe with some things done otherwise, each said as `name=value`."""
    kinds = {each.name: _KINDS[str(each.type)] for each in fields(Recipe)[2:]}
    found: dict[str, Any] = {}
    for change in changes:
        name, _, value = change.partition("=")
        if name not in kinds:
            known = ", ".join(sorted(kinds))
            raise BadUsage(f"{change} is not a setting of training.", f"The settings are {known}.")
        found[name] = _value(change, kinds[name], value, 0 if name in _MAY_BE_ZERO else 1)
    recipe = Recipe(str(arrays), str(out), **found)
    if recipe.width % recipe.heads:
        raise BadUsage(
            f"A width of {recipe.width} cannot be divided among {recipe.heads} heads.",
            "Choose a width that is a multiple of the number of heads.",
        )
    return recipe


def _value(change: str, kind: Any, value: str, least: int) -> Any:
    try:
        found = kind(value)
    except ValueError:
        found = None
    if found in (None, "") or (kind is int and found < least):
        word = {int: f"a whole number, at least {least}", float: "a number", str: "a name"}[kind]
        raise BadUsage(f"{change} is not a valid setting of training.", f"It must be {word}.")
    return found
