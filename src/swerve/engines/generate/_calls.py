"""Which calls of a pair are tried?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from swerve.engines.generate._about import about_of
from swerve.engines.generate._arguments import ArgumentMaker
from swerve.engines.generate._choices import Choices, happens, one_of
from swerve.engines.generate._declared import Declared
from swerve.engines.generate._making import Making
from swerve.engines.generate._mutating import Mutating
from swerve.engines.generate._receivers import Receivers
from swerve.engines.generate._shaping import Shaping
from swerve.engines.generate._target import Target
from swerve.facts.locating import Version
from swerve.model import Function, Pair
from swerve.observe.recipe import CallRecipe, Inventory

#: How often, in a hundred, a call is one that worked, a little different.
_MUTATED = 50


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
        self._arguments = ArgumentMaker(target.parameters, about)
        self._mutating = Mutating(about, self._arguments)
        self._receivers = None
        if target.receiver is not None:
            making, shaping = Making(about.code.pools), Shaping(about)
            self._receivers = Receivers(target.receiver, shaping, making, inventory, sources)

    def draw(self, count: int, worked: Sequence[CallRecipe], number: int) -> Iterator[CallRecipe]:
        """So many calls, some of them like those that worked; fewer where some are not allowed."""
        for place in range(count):
            choices = Choices(f"{self._seed}/{number}/{place}")
            if worked and happens(choices, _MUTATED):
                known = one_of(choices, worked)
                call = self._mutating.mutated(known, choices)
                if self.allows(call) or not self.allows(known):
                    yield call
            elif self.allows(made := self._made(choices)):
                yield made

    def allows(self, call: CallRecipe) -> bool:
        """Whether a call keeps to the types that are declared."""
        return self._declared.allows(call)

    def _made(self, choices: Choices) -> CallRecipe:
        receiver = self._receivers.make(choices) if self._receivers is not None else None
        return self._target.call(receiver, *self._arguments.make(choices))


def _version(function: Function) -> Version:
    return Version(function.module.text, function.name, function.def_line)
