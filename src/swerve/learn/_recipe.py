"""How is the network trained?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from swerve.errors import BadUsage


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to train: what the shipped network was trained with, unless said otherwise."""

    arrays: str
    out: str = "build/model"
    name: str = "values"
    width: int = 256
    narrow: int = 256
    inner: int = 1024
    heads: int = 8
    layers: int = 4
    #: Whichever ends first; 0 seconds is no end.
    epochs: int = 30
    seconds: int = 0
    #: Tokens in a batch.
    batch: int = 32768
    warmup: int = 300
    #: Epochs between two measurements, each with a checkpoint.
    every: int = 5
    seed: int = 0
    rate: float = 1.5e-3
    decay: float = 0.05
    dropout: float = 0.1
    #: The share of names that are known by their words alone, in a window; of those hidden whole;
    #: and how much guessing the latter counts.
    strange: float = 0.25
    hide: float = 0.1
    guess: float = 0.2
    #: The share of functions that are seen without their file, or even without their head.
    bare: float = 0.2
    #: Of what was read off source code: how much of it an epoch has, until when, and how it counts.
    static_share: float = 0.5
    static_until: float = 0.7
    static_weight: float = 0.3
    #: Of the running average of the weights that is kept at each step.
    average: float = 0.998


_KINDS: dict[str, Any] = {"int": int, "float": float, "str": str}


def recipe_of(arrays: Path, out: Path, changes: Iterable[str] = ()) -> Recipe:
    """A recipe with some things done otherwise, each said as `name=value`."""
    kinds = {each.name: _KINDS[str(each.type)] for each in fields(Recipe)}
    found: dict[str, Any] = {}
    for change in changes:
        name, _, value = change.partition("=")
        try:
            found[name] = kinds[name](value)
        except (KeyError, ValueError):
            known = ", ".join(sorted(kinds))
            raise BadUsage(
                f"{change} is nothing that training knows.", f"It knows {known}."
            ) from None
    return Recipe(**{"arrays": str(arrays), "out": str(out), **found})
