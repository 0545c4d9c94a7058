"""Which calls of a pair are tried, and how does it get more like those that are known?"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from swerve.facts.locating import Version
from swerve.model import Function, Pair, Seed
from swerve.model.behaviour import Unfinished
from swerve.observe.recipe import CallRecipe, Inventory, Name
from swerve.observe.seeds import calls_in
from swerve.run.host import Sides
from swerve.run.workspace import Workspace
from swerve.source.syntax import Unreadable, parse

from ._arguments import ArgumentMaker
from ._choices import Choices, happens, one_of
from ._declared import Declared
from ._examples import documents_in, examples_of
from ._inferred import about_of
from ._labels import Labels
from ._limits import MOST_CLASSES, MUTATED
from ._making import Making
from ._mutating import Mutating
from ._receivers import Receivers
from ._shaping import Shaping
from ._sources import Sources
from ._target import SideTarget, Target, place_of, target_in


class Calls:
    """Makes calls of one pair, from all that is known about it."""

    def __init__(
        self,
        pair: Pair,
        target: Target,
        inventory: Inventory,
        sources: Mapping[str, str],
        seeds: Sequence[CallRecipe],
        seed: int,
        conditions: str = "",
    ) -> None:
        """`conditions` is code that tells calls apart that somebody asks for."""
        about = about_of(
            [_version(pair.old), _version(pair.new)],
            inventory,
            module=target.name.module,
            sources=sources,
            seeds=seeds,
            conditions=conditions,
        )
        self._target = target
        self._declared = Declared(target.parameters, inventory)
        #: Calls that others know, and those that documents show.
        self.seeds = tuple(seeds)
        self._seed = seed
        #: What its tables lack, as far as that is known.
        self.labels = Labels(about.code.forms, about.code.pools.texts, pair.new.module.text)
        self._arguments = ArgumentMaker(target.parameters, about, self.labels)
        self._mutating = Mutating(about, self._arguments, self.labels)
        self._receivers = None
        if target.receiver is not None:
            making, shaping = Making(about.code.pools, self.labels), Shaping(about)
            self._receivers = Receivers(
                target.receiver, shaping, making, inventory, sources, self.labels
            )

    def draw(self, count: int, worked: Sequence[CallRecipe], number: int) -> Iterator[CallRecipe]:
        """So many calls, some of them like those that worked; fewer where some are not allowed."""
        for place in range(count):
            choices = Choices(f"{self._seed}/{number}/{place}")
            if worked and happens(choices, MUTATED):
                known = one_of(choices, worked)
                call = self._mutating.mutated(known, choices)
                if self.allows(call) or not self.allows(known):
                    yield call
            elif self.allows(made := self._made(choices)):
                yield made

    def allows(self, call: CallRecipe) -> bool:
        """Whether a call keeps to the types that are declared."""
        return self._declared.allows(call) and self._arguments.fits(call)

    def _made(self, choices: Choices) -> CallRecipe:
        receiver = self._receivers.make(choices) if self._receivers is not None else None
        return self._target.call(receiver, *self._arguments.make(choices))


def _version(function: Function) -> Version:
    return Version(function.module.text, function.name, function.def_line)


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
            return f"its module cannot be inspected: {inventory.detail}"
        target = target_in(inventory, place)
        if isinstance(target, str):
            return target
        ground = self.workspace.places.old
        examples = examples_of(target.name, pair.old.module.text, documents_in(ground.tree))
        seeds = calls_in((*known, *examples))
        sources = Sources(ground.tree, ground.roots)
        return Calls(pair, target, inventory, sources, seeds, seed, conditions)


def _asked(place: SideTarget, text: str) -> Iterable[Name]:
    """What calls it, the class it stands in, and those that its arguments may be of."""
    yield place.name
    if place.owner is not None:
        yield place.owner
    tree = parse(text)
    if not isinstance(tree, Unreadable):
        classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
        for name in classes[:MOST_CLASSES]:
            yield Name(place.name.module, name)
