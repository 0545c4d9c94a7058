"""Does a difference show with plainer texts, too?

Texts are drawn from what the code mentions and from a few that are odd on purpose. What is left of
those in a witness should be there for a reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from swerve.run.host import Lane
from swerve.worker.core.jobs import OBJECT

from ._limits import MOST_PLAIN
from ._runs import Guidance, run_both
from ._setting import Parameters
from ._worlds import WorldRecipe

_PLAIN = re.compile(r"[\w./-]{0,12}")
_INSTEAD = ("a", "b", "a b")


def plainer(
    lanes: Sequence[Lane],
    parameters: Sequence[Parameters],
    recipe: WorldRecipe,
    shown_by: Callable[[Guidance, Guidance], object | None],
) -> WorldRecipe:
    """A world with plainer texts that shows the same; the world itself where there is none.

    `shown_by` says what runs of both sides show, and `None` where that is nothing.
    """
    ((_, sides),) = run_both(lanes, parameters, [replace(recipe, settles=True)])
    wanted = shown_by(*sides)
    pins = {path: text for run in sides for path, text in run.pins.items()}
    odd = list(_odd(pins))[:MOST_PLAIN]
    if wanted is None or not odd:
        return recipe
    choices = {each.question: each.option for run in sides for each in run.choices}
    settled = replace(recipe, choices={**choices, **recipe.choices}, pins={**pins, **recipe.pins})
    singles = [
        replace(settled, pins={**settled.pins, path: mark + repr(text)})
        for path, mark in odd
        for text in _INSTEAD
    ]
    kept: dict[str, str] = {}
    for (path, _), tried in zip(
        (each for each in odd for _ in _INSTEAD),
        run_both(lanes, parameters, singles),
        strict=True,
    ):
        one, runs = tried
        if path not in kept and shown_by(*runs) == wanted:
            kept[path] = one.pins[path]
    for taken in (kept, dict(list(kept.items())[:1])):
        better = replace(settled, pins={**settled.pins, **taken})
        ((_, sides),) = run_both(lanes, parameters, [better])
        if taken and shown_by(*sides) == wanted:
            return better
    return recipe


def _odd(pins: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Paths with a text that nobody would write without need, and what stands before it."""
    for path, text in pins.items():
        mark = OBJECT if text.startswith(OBJECT) else ""
        try:
            value = ast.literal_eval(text[len(mark) :])
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
        if isinstance(value, str) and not _PLAIN.fullmatch(value):
            yield path, mark
