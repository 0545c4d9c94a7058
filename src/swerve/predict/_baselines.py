"""What do all predictors answer, and what can be predicted without looking at the code?"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Protocol, TypeAlias

from swerve.facts.classes import Distribution, ValueClass
from swerve.facts.usage import Site, Usages


class Predictor(Protocol):
    """Says which values are likely at places where the real one is missing."""

    @property
    def name(self) -> str:
        """What it is called on the command line."""

    def predict(self, code: Usages, sites: Sequence[Site]) -> tuple[Distribution, ...]:
        """One distribution for each site, all in one batch."""


#: Kind of site -> name -> class -> how often it was seen, all as words.
Table: TypeAlias = Mapping[str, Mapping[str, Mapping[str, int]]]

_OBJECT: Distribution = {ValueClass.OBJECT: 1.0}
_UNIFORM: Distribution = {kind: 1.0 / len(ValueClass) for kind in ValueClass}
#: Observations after which a table is believed half.
_HALF_BELIEVED = 3.0


class Naive:
    """Always an object."""

    name = "naive"

    def predict(self, code: Usages, sites: Sequence[Site]) -> tuple[Distribution, ...]:
        """An object for each site."""
        return tuple(_OBJECT for _ in sites)


class Random:
    """Every class alike."""

    name = "random"

    def predict(self, code: Usages, sites: Sequence[Site]) -> tuple[Distribution, ...]:
        """The same chance for each class, at each site."""
        return tuple(_UNIFORM for _ in sites)


class Frequency:
    """What values of that name were where real code ran; an object where nobody knows."""

    name = "frequency"

    def __init__(self, table: Table | None = None) -> None:
        self._table = _packaged_table() if table is None else table

    def predict(self, code: Usages, sites: Sequence[Site]) -> tuple[Distribution, ...]:
        """How often each class was seen under the site's name, or under a part of it."""
        return tuple(self._predict(site) for site in sites)

    def _predict(self, site: Site) -> Distribution:
        names = self._table.get(site.kind.value, {})
        whole, *weaker = normalised(site.name)
        seen = _counts(names.get(whole, {}))
        total = sum(seen.values())
        rest = _OBJECT
        for name in weaker:
            related = _counts(names.get(name, {}))
            if related:
                rest = _shares(related)
                break
        believed = total / (total + _HALF_BELIEVED)
        found = {kind: share * (1 - believed) for kind, share in rest.items()}
        for kind, count in seen.items():
            found[kind] = found.get(kind, 0.0) + believed * count / total
        return found


def normalised(name: str) -> tuple[str, ...]:
    """A name as tables have it, then what says less: its singular, its last word."""
    whole = name.lower().lstrip("_") or name
    found = [whole]
    if whole.endswith("s") and not whole.endswith("ss"):
        found.append(whole[:-1])
    last = whole.rpartition("_")[2]
    if last and last != whole:
        found.append(last)
    return tuple(dict.fromkeys(found))


def _counts(row: Mapping[str, int]) -> dict[ValueClass, int]:
    return {_BY_WORD[word]: count for word, count in row.items() if word in _BY_WORD and count > 0}


_BY_WORD = {kind.value: kind for kind in ValueClass}


def _shares(counts: Mapping[ValueClass, int]) -> Distribution:
    total = sum(counts.values())
    return {kind: count / total for kind, count in counts.items()}


@lru_cache(maxsize=1)
def _packaged_table() -> Table:
    """The table that comes with swerve; empty where there is none."""
    place = resources.files("swerve.predict").joinpath("frequencies.json")
    try:
        found = json.loads(place.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


class Combined:
    """A predictor that may know little, and one that says the rest."""

    def __init__(self, first: Predictor, second: Predictor) -> None:
        self.name = f"{first.name}+{second.name}"
        self._first = first
        self._second = second

    def predict(self, code: Usages, sites: Sequence[Site]) -> tuple[Distribution, ...]:
        """What the first says; what it leaves open as the second says."""
        known = self._first.predict(code, sites)
        others = iter(
            self._second.predict(
                code, [site for site, found in zip(sites, known, strict=True) if _open(found)]
            )
        )
        return tuple(filled(found, next(others)) if _open(found) else found for found in known)


def _open(found: Distribution) -> bool:
    return sum(found.values()) < 0.999


def filled(found: Distribution, other: Distribution) -> Distribution:
    """What is found, and what it leaves open as the other says."""
    rest = max(0.0, 1.0 - sum(found.values()))
    both = dict(found)
    for kind, share in other.items():
        both[kind] = both.get(kind, 0.0) + rest * share
    return both
