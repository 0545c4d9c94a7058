"""Which worlds lead to code that nobody has reached?

A scout is a run of one side alone, whose tests are answered so that it comes to that code: what is
asked about objects that nobody knows gets the answer that leads there. What it settled on its way
makes a world in which both sides run as always.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from swerve.run.host import Lane
from swerve.worker.core.jobs import OBJECT, REDRAWN

from ._limits import MOST_SCOUTS
from ._runs import run_both
from ._setting import Parameters
from ._worlds import WorldRecipe


def worlds_to(
    lines: Sequence[frozenset[int]],
    lanes: Sequence[Lane],
    parameters: Sequence[Parameters],
    seed: int,
) -> Iterator[WorldRecipe]:
    """Worlds that may lead to lines of the old or of the new side."""
    for wanted, lane, own in zip(lines, lanes, parameters, strict=True):
        recipe = WorldRecipe(seed, is_likely=True, wanted=tuple(sorted(wanted)))
        tried: set[tuple[str, str]] = set()
        for _ in range(MOST_SCOUTS if wanted else 0):
            ((_, (scout,)),) = run_both((lane,), (own,), [recipe])
            choices = {each.question: each.option for each in scout.choices}
            pins = {**scout.pins, **recipe.pins}
            found = WorldRecipe(seed, {**choices, **recipe.choices}, pins, is_likely=True)
            plain = {path: text.lstrip(OBJECT) for path, text in pins.items()}
            if plain != pins:  # with values, instead of objects that take them once they are used
                yield replace(found, pins=plain)
            yield found
            better = dict(each for each in scout.instead.items() if each not in tried)
            tried.update(better.items())
            blamed = [path for path in scout.blamed if path not in recipe.choices]
            is_there = not wanted.isdisjoint(scout.began)
            if better:
                recipe = replace(recipe, pins={**recipe.pins, **better})
            elif blamed and not is_there:
                recipe = replace(recipe, choices={**recipe.choices, blamed[0]: REDRAWN})
            else:
                break
