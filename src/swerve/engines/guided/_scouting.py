"""Which worlds lead to code that nobody has reached?

A scout is a run of one side alone, whose tests are answered so that it comes to that code: what is
asked about objects that nobody knows gets the answer that leads there. What it settled on its way
makes a world in which both sides run as always.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from swerve.run.host import Lane
from swerve.worker.core.jobs import OBJECT, REDRAWN

from ._limits import MOST_SCOUTS
from ._runs import Guidance, run_both
from ._setting import Parameters
from ._worlds import WorldRecipe


def worlds_to(
    wanted: Sequence[tuple[int, frozenset[int]]],
    lanes: Sequence[Lane],
    parameters: Sequence[Parameters],
    seeds: Sequence[int],
) -> list[list[WorldRecipe]]:
    """For each of several aims, worlds that may lead there.

    An aim is a side, 0 for the old one and 1 for the new, and some of its lines, or what its
    conditions come to. All aims are followed together: a step costs more than what it runs.
    """
    scouts = [
        _Scout(side, places, WorldRecipe(seed, is_likely=True, wanted=tuple(sorted(places))))
        for (side, places), seed in zip(wanted, seeds, strict=True)
    ]
    for _ in range(MOST_SCOUTS):
        for side, (lane, own) in enumerate(zip(lanes, parameters, strict=True)):
            going = [each for each in scouts if each.side == side and each.goes_on]
            recipes = [each.recipe for each in going]
            runs = run_both((lane,), (own,), recipes) if recipes else ()
            for scout, (_, (run,)) in zip(going, runs, strict=True):
                scout.learn(run)
    return [each.found for each in scouts]


@dataclass(slots=True)
class _Scout:
    """Follows one aim."""

    side: int
    wanted: frozenset[int]
    recipe: WorldRecipe
    found: list[WorldRecipe] = field(default_factory=list)
    goes_on: bool = True
    _tried: set[tuple[str, str]] = field(default_factory=set)

    def learn(self, run: Guidance) -> None:
        """Keep the world of a run, and say what to try instead."""
        recipe = self.recipe
        choices = {each.question: each.option for each in run.choices}
        pins = {**run.pins, **recipe.pins}
        found = replace(recipe, choices={**choices, **recipe.choices}, pins=pins, wanted=())
        plain = {path: text.lstrip(OBJECT) for path, text in pins.items()}
        if plain != pins:  # with values, instead of objects that take them once they are used
            self.found.append(replace(found, pins=plain))
        self.found.append(found)
        better = dict(each for each in run.instead.items() if each not in self._tried)
        self._tried.update(better.items())
        blamed = [path for path in run.blamed if path not in recipe.choices]
        if better:
            self.recipe = replace(recipe, pins={**recipe.pins, **better})
        elif blamed and self.wanted.isdisjoint(run.began):
            self.recipe = replace(recipe, choices={**recipe.choices, blamed[0]: REDRAWN})
        else:
            self.goes_on = False
