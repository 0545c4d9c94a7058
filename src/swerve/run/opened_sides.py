"""How are both sides of a pair opened, with its modules imported?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeAlias

from swerve.model import LineNo, Side
from swerve.observe.comparison import Rules
from swerve.observe.recipe import CallRecipe
from swerve.run.host import Conduct, Lane, Sides, Worker
from swerve.run.places import Places

#: File of the tree -> the lines of it that are watched.
Watched: TypeAlias = Mapping[str, tuple[LineNo, ...]]


@contextmanager
def opened_sides(
    places: Places,
    modules: tuple[str, str],
    rules: Rules,
    seed: int,
    *,
    import_s: float,
    call_s: float,
    as_new: Callable[[CallRecipe], CallRecipe] | None = None,
    watched: tuple[Watched | None, Watched | None] = (None, None),
) -> Iterator[Sides | str]:
    """Both sides with their modules imported; in words why, when that does not work.

    All their processes end with this: their cells are closed.
    """
    conduct = Conduct(seed=seed)
    with (
        Worker(places.old, places.level, conduct) as old,
        Worker(places.new, places.level, conduct) as new,
    ):
        sides = Sides(
            Lane(old, modules[:1], watched[0], limit_s=call_s),
            Lane(new, modules[1:], watched[1], limit_s=call_s),
            rules,
            as_new=as_new,
        )
        yield _trouble(sides, import_s) or sides


def _trouble(sides: Sides, import_s: float) -> str:
    for side, imported in zip(Side, sides.imported(import_s), strict=True):
        for each in imported:
            if not each.works:
                why = each.message or each.error
                return f"`{each.module}` of the {side.value} version cannot be imported: {why}"
    return ""
