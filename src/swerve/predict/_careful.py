"""What does the network say that a guided run may build on?

A run forgives an object where a list would have been: an object does what is asked of it. It does
not forgive a list where an object would have been. So the code comes first, whatever it is that it
says; where it says nothing at all, the network is heard beside what names usually are, and only
about what the code can use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from swerve.facts.classes import Distribution, ValueClass
from swerve.facts.usage import Site, Usage, Usages

from ._baselines import Predictor, filled
from ._evidence import unfit_for

#: So little said is nothing said.
_NOTHING = 0.05
#: An object will do for them: it can be called and entered, and what happens then is predicted too.
_STOOD_FOR = (ValueClass.CALLABLE, ValueClass.RESOURCE)


@dataclass(frozen=True, slots=True)
class Care:
    """How far the network is followed, measured on pairs with known answers."""

    #: Its part where the code says nothing.
    part: float = 0.5
    #: Above 1 draws its classes nearer together, below 1 farther apart.
    temperature: float = 1.0
    #: No more of None than this: a run that ends at the first attribute shows nothing.
    none: float = 0.3
    #: Classes below this are left out: over many runs every one of them would have its turn.
    least: float = 0.1


CARE = Care()


class Careful:
    """What the code says; what it leaves open as names say, with the network where it says nothing.

    The network is asked only about functions that have such sites.
    """

    def __init__(
        self, types: Predictor, model: Predictor, names: Predictor, care: Care = CARE
    ) -> None:
        self.name = f"{types.name}+{model.name}+{names.name}"
        self._types = types
        self._model = model
        self._names = names
        self._care = care

    def predict(self, code: Usages, sites: Sequence[Site]) -> tuple[Distribution, ...]:
        """All sites at once, each predictor asked once."""
        said, usual = self._types.predict(code, sites), self._names.predict(code, sites)
        silent = [site for site, found in zip(sites, said, strict=True) if _mass(found) <= _NOTHING]
        heard = self._model.predict(code, silent) if silent else ()
        guesses = {
            site.path: careful(found, code.paths.get(site.path) or Usage(), self._care)
            for site, found in zip(silent, heard, strict=True)
        }
        return tuple(
            _likely(filled(found, _mixed(other, guesses.get(site.path, {}), self._care.part)))
            for site, found, other in zip(sites, said, usual, strict=True)
        )


def careful(distribution: Distribution, usage: Usage, care: Care = CARE) -> Distribution:
    """What is left of the network's answer when nothing in it can break the code."""
    unfit = unfit_for(usage)
    found: dict[ValueClass, float] = {}
    for kind, share in tempered(distribution, care.temperature).items():
        fits = kind.coarse not in unfit and kind not in _STOOD_FOR
        taken = kind if fits else ValueClass.OBJECT
        found[taken] = found.get(taken, 0.0) + share
    none = found.get(ValueClass.NONE, 0.0)
    if care.none < none < 1:
        rest = (1 - care.none) / (1 - none)
        found = {kind: share * rest for kind, share in found.items()}
        found[ValueClass.NONE] = care.none
    kept = {kind: share for kind, share in found.items() if share >= care.least}
    total = _mass(kept)
    return {kind: share / total for kind, share in kept.items()}


def _mixed(first: Distribution, second: Distribution, part: float) -> Distribution:
    """`part` of the second, the rest of the first; all of the first where the second is empty."""
    if not second:
        return first
    found = {kind: share * (1 - part) for kind, share in first.items()}
    for kind, share in second.items():
        found[kind] = found.get(kind, 0.0) + share * part
    return found


def _likely(found: Distribution) -> Distribution:
    return {kind: share for kind, share in found.items() if share > 0}


def _mass(found: Mapping[ValueClass, float]) -> float:
    return sum(found.values())


def tempered(distribution: Distribution, temperature: float) -> Distribution:
    """Draw classes nearer together (above 1) or farther apart (below 1); the sum stays.

    The order of the classes stays too: the likeliest is so at every temperature.
    """
    if temperature <= 0:
        raise ValueError(f"a temperature is above 0, and not {temperature}")
    most = max(distribution.values(), default=0.0)
    if temperature == 1 or most <= 0:
        return distribution
    powers = {kind: (share / most) ** (1 / temperature) for kind, share in distribution.items()}
    scale = sum(distribution.values()) / sum(powers.values())
    return {kind: power * scale for kind, power in powers.items()}
