"""What do the versions of a function say about the values that they are given?

Nothing has to be declared for that: what the code does with a value, what it is called, and what
the network learned about such places.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from swerve.facts.arrays import libraries_in
from swerve.facts.classes import CoarseClass, Distribution
from swerve.facts.locating import Version
from swerve.facts.reading import usages_of
from swerve.facts.usage import Kind, Site, Usage, Usages
from swerve.observe.recipe import CallRecipe, Inventory
from swerve.predict import Predictor, Types, default_predictor

from ._handed_on import add_handed_on
from ._pools import Pools, pools_of


@dataclass(frozen=True, slots=True)
class Code:
    """What is known about the places of a function from its text alone."""

    usages: Usages
    #: What the code says of each path: sums to less than 1 where it says little.
    said: Mapping[str, Distribution]
    #: That, filled up with what names and the network say.
    likely: Mapping[str, Distribution]
    pools: Pools
    #: Libraries of arrays that the files import.
    libraries: frozenset[str] = frozenset()
    #: What attributes arrays and tables have, by form.
    forms: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def usage(self, path: str) -> Usage:
        """What is done with the value at a path."""
        return self.usages.paths.get(path) or _UNUSED

    def arities(self, path: str) -> tuple[int, ...]:
        """With how many arguments the value at a path is called."""
        return tuple(sorted(self.usage(path).called_with))

    def below(self, path: str) -> Iterator[str]:
        """Paths one part further on."""
        for longer in self.usages.paths:
            if longer.startswith(path) and len(longer) > len(path) and longer[len(path)] in ".[({":
                part = longer[len(path) :]
                if _is_one_part(part):
                    yield longer

    def coarse(self, path: str) -> dict[CoarseClass, float]:
        """How likely each kind of value is."""
        found: dict[CoarseClass, float] = {}
        for kind, share in self.likely.get(path, {}).items():
            found[kind.coarse] = found.get(kind.coarse, 0.0) + share
        return found

    def certainty(self, path: str) -> float:
        """How much of what is likely was said by the code."""
        return min(1.0, sum(self.said.get(path, {}).values()))


_UNUSED = Usage()


def _is_one_part(part: str) -> bool:
    if part[0] == ".":
        return not any(sign in part[1:] for sign in ".[({")
    closing = {"[": "]", "(": ")", "{": "}"}[part[0]]
    return part.find(closing, 1) == len(part) - 1


def code_of(
    versions: Sequence[Version],
    predictor: Predictor | None = None,
    *,
    module: str = "",
    sources: Mapping[str, str] | None = None,
    conditions: str = "",
    forms: Mapping[str, frozenset[str]] | None = None,
) -> Code:
    """Read the versions of a function, and what they hand their parameters on to.

    The constants of `conditions` count as those of the function do.
    """
    usages = usages_of(versions)
    handed = add_handed_on(usages, module, {} if sources is None else sources)
    _add_unread(usages)
    sites = usages.sites
    paths = [site.path for site in sites]
    said = dict(zip(paths, Types().predict(usages, sites), strict=True))
    asked = predictor or _predictor()
    likely = dict(zip(paths, asked.predict(usages, sites), strict=True))
    return Code(
        usages,
        said,
        likely,
        pools_of(usages, [*(each.node for each in handed), ast.parse(conditions)]),
        frozenset(libraries_in(version.text for version in versions)),
        forms or {},
    )


@lru_cache(maxsize=1)
def _predictor() -> Predictor:
    return default_predictor()


def _add_unread(usages: Usages) -> None:
    """Parameters that are never read can be given something, too."""
    known = {site.path for site in usages.sites}
    for name in usages.parameters:
        if name not in known:
            usages.at(name)
            usages.sites.append(Site(name, Kind.NAME, name))


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
    inventory = inventory or Inventory()
    return About(
        code_of(
            versions,
            predictor,
            module=module,
            sources=sources,
            conditions=conditions,
            forms=inventory.forms,
        ),
        inventory,
        {} if sources is None else sources,
        tuple(seeds),
    )
