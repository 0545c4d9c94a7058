"""How does a pair get more calls, like those that are known?"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from swerve.engines.generate._calls import Calls
from swerve.engines.generate._examples import documents_in, examples_of
from swerve.engines.generate._sources import Sources
from swerve.engines.generate._target import Place, place_of, target_in
from swerve.model import Pair, Seed
from swerve.model.behaviour import Unfinished
from swerve.observe.recipe import Name
from swerve.observe.seeds import calls_in
from swerve.run.host import Sides
from swerve.run.workspace import Workspace
from swerve.source.syntax import Unreadable, parse

#: Classes of the module that are looked at.
_MOST_CLASSES = 30


@dataclass(frozen=True, slots=True)
class Drawing:
    """Makes what draws calls of a pair."""

    workspace: Workspace

    def calls_of(
        self,
        pair: Pair,
        sides: Sides,
        known: Sequence[Seed],
        seed: int,
        conditions: str = "",
    ) -> Calls | str:
        """What makes calls; in words why, when it is not known what the function takes.

        The constants of `conditions` count as those of the function do.
        """
        modules = self.workspace.modules_of(pair)
        if modules is None:
            return "its module cannot be imported"
        place = place_of(pair.old, modules[0])
        inventory = sides.old.describe(*_asked(place, pair.old.module.text))
        if isinstance(inventory, Unfinished):
            return f"its module cannot be looked at: {inventory.detail}"
        target = target_in(inventory, place)
        if isinstance(target, str):
            return target
        ground = self.workspace.places.old
        examples = examples_of(target.name, pair.old.module.text, documents_in(ground.tree))
        seeds = calls_in((*known, *examples))
        sources = Sources(ground.tree, ground.roots)
        return Calls(pair, target, inventory, sources, seeds, seed, conditions)


def _asked(place: Place, text: str) -> Iterable[Name]:
    """What calls it, the class it stands in, and those that its arguments may be of."""
    yield place.name
    if place.owner is not None:
        yield place.owner
    tree = parse(text)
    if not isinstance(tree, Unreadable):
        classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
        for name in classes[:_MOST_CLASSES]:
            yield Name(place.name.module, name)
