"""What is known about a function that calls are made for?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from swerve.engines.generate._inferred import Code, code_of
from swerve.facts.locating import Version
from swerve.observe.recipe import CallRecipe, Inventory
from swerve.predict import Predictor


@dataclass(frozen=True, slots=True, eq=False)
class About:
    """A function's text, the types of its tree, and calls that are known to work."""

    code: Code
    inventory: Inventory = field(default_factory=Inventory)
    #: Module -> text, where it is at hand: how classes use what they are made from.
    sources: Mapping[str, str] = field(default_factory=dict)
    seeds: tuple[CallRecipe, ...] = ()


def about_of(
    versions: Sequence[Version],
    inventory: Inventory | None = None,
    *,
    module: str = "",
    sources: Mapping[str, str] | None = None,
    seeds: Sequence[CallRecipe] = (),
    predictor: Predictor | None = None,
    conditions: str = "",
) -> About:
    """Read all versions of a function, the old one first.

    With the name of its module and the text of others, calls of their functions are followed.
    """
    return About(
        code_of(versions, predictor, module=module, sources=sources, conditions=conditions),
        inventory or Inventory(),
        {} if sources is None else sources,
        tuple(seeds),
    )
