"""How do what the code says and what the network says become one answer?

The network knows what values usually are. Where the code is explicit, it knows better: an
annotation, a default, an example or a class that a value is held against decides which kind of
value it is, as far as each is to be trusted, and the network which of that kind. What is only used
or called like a value of some kind makes that kind likelier.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from swerve.facts.annotations import alternatives, classes_of_annotation
from swerve.facts.classes import CoarseClass, Distribution, ValueClass, coarse_class_of
from swerve.facts.usage import Site, Usage, Usages

from ._baselines import Predictor
from ._evidence import class_named
from ._types import classes_documented


@dataclass(frozen=True, slots=True)
class Trust:
    """How far the code is believed against the network, to be fitted on code it never saw.

    The first five are the parts of a distribution that explicit evidence decides, 0 for none and 1
    for all; the first that there is counts.
    """

    #: An annotation with a class that everybody knows.
    annotation: float = 0.9
    #: One with any other: what its values are like is not said.
    other_annotation: float = 0.6
    #: A default, or an example in a doctest.
    constant: float = 0.6
    #: What the docstring says.
    documented: float = 0.6
    #: `isinstance` and the like: somebody has reason to ask.
    held_against: float = 0.3
    #: The power to which `types` is taken before it multiplies the network's answer: 0 leaves that
    #: as it is. For kinds of values, and for the classes of one kind.
    kinds: float = 0.5
    classes: float = 0.25
    #: What `types` does not think of is still so likely; what the code says and the network does
    #: not think of gets so much.
    least: float = 0.02


#: Until they are fitted, by judgement.
TRUST = Trust()

_CLASSES = tuple(ValueClass)
#: Where the classes of each kind stand among all.
_KINDS: Mapping[CoarseClass, tuple[int, ...]] = {
    kind: tuple(at for at, each in enumerate(_CLASSES) if each.coarse is kind)
    for kind in CoarseClass
}
#: An int will do where a float is asked for; objects may be called or entered, and files and locks
#: need not be; what is iterated over may be any container, or make its items as it goes.
_AS_WELL: Mapping[CoarseClass, frozenset[CoarseClass]] = {
    CoarseClass.FLOAT: frozenset({CoarseClass.INTEGER}),
    CoarseClass.OBJECT: frozenset({CoarseClass.CALLABLE, CoarseClass.RESOURCE}),
    CoarseClass.RESOURCE: frozenset({CoarseClass.OBJECT}),
}
_ITERABLE = frozenset({CoarseClass.TUPLE, CoarseClass.SET, CoarseClass.DICT, CoarseClass.OBJECT})
_LISTS = ("list", "List", "typing.List")


class Explicit:
    """What the code says where it is explicit, what the network says of the rest.

    Where the network says nothing, `types` alone: that may be less than everything (`Combined`).
    """

    def __init__(self, types: Predictor, model: Predictor, trust: Trust = TRUST) -> None:
        self.name = f"{types.name}+{model.name}"
        self._types = types
        self._model = model
        self._trust = trust

    def predict(self, code: Usages, sites: Sequence[Site]) -> tuple[Distribution, ...]:
        """Both asked about all sites, and joined."""
        said, usual = self._types.predict(code, sites), self._model.predict(code, sites)
        return tuple(
            joined(code.paths.get(site.path) or Usage(), each, other, self._trust)
            for site, each, other in zip(sites, said, usual, strict=True)
        )


def joined(
    usage: Usage, types: Distribution, model: Distribution, trust: Trust = TRUST
) -> Distribution:
    """One answer out of what `types` and the network say about a value that is used in a way."""
    usual = [model.get(each, 0.0) for each in _CLASSES]
    if not any(usual):
        return types
    said = [types.get(each, 0.0) for each in _CLASSES]
    found = _multiplied(usual, said, trust)
    allowed, part = explicit_classes(usage, trust)
    if allowed:
        decided = _only(allowed, found, said, trust.least)
        found = [part * one + (1 - part) * other for one, other in zip(decided, found, strict=True)]
    total = sum(found)
    return {each: share / total for each, share in zip(_CLASSES, found, strict=True) if share > 0}


def explicit_classes(usage: Usage, trust: Trust = TRUST) -> tuple[frozenset[CoarseClass], float]:
    """The kinds of values that the code allows in so many words, and how far that is to be trusted.

    None is among them unless an annotation leaves it out and nothing else speaks of it.
    """
    may_be_none = usage.none_tested or None in usage.defaults
    for found, part in _evidence(usage, trust):
        told = found - {CoarseClass.NONE}
        if told:
            return (found | {CoarseClass.NONE} if may_be_none else found), part
    return frozenset(), 0.0


def _evidence(usage: Usage, trust: Trust) -> Iterable[tuple[frozenset[CoarseClass], float]]:
    """What is said, most explicit first."""
    annotated = [kind for text in usage.annotations for kind in classes_of_annotation(text)]
    is_other = CoarseClass.OBJECT in annotated
    part = trust.other_annotation if is_other else trust.annotation
    yield _widened(annotated) | _iterables(usage.annotations), part
    none = {CoarseClass.NONE}
    constants = [coarse_class_of(value) for value in (*usage.defaults, *usage.examples)]
    yield _widened(constants) | none, trust.constant
    yield _widened(classes_documented(usage.documented)) | none, trust.documented
    yield _widened(map(class_named, usage.instance_of)) | none, trust.held_against


def _widened(kinds: Iterable[CoarseClass]) -> frozenset[CoarseClass]:
    kinds = frozenset(kinds)
    return kinds.union(*(_AS_WELL.get(kind, frozenset()) for kind in kinds))


def _iterables(annotations: Iterable[str]) -> frozenset[CoarseClass]:
    """What `Iterable` and the like allow beside lists."""
    loose = any(
        classes_of_annotation(each) == (CoarseClass.LIST,) and each.partition("[")[0] not in _LISTS
        for text in annotations
        for each in alternatives(text)
    )
    return _ITERABLE if loose else frozenset()


def _multiplied(usual: list[float], said: list[float], trust: Trust) -> list[float]:
    """The network's answer, with more of what `types` thinks of too.

    Whether there is a value at all is left to the network: `types` waits for code that asks.
    """
    open_part = max(0.0, 1.0 - sum(said)) / len(_KINDS)
    factors = [0.0] * len(_CLASSES)
    for members in _KINDS.values():
        shares = [said[at] for at in members]
        of_kind = (sum(shares) + open_part + trust.least) ** trust.kinds
        most = max(shares)
        for at, share in zip(members, shares, strict=True):
            of_class = share / most if most else 1.0
            factors[at] = of_kind * (of_class + trust.least) ** trust.classes
    found = [share * factor for share, factor in zip(usual, factors, strict=True)]
    (none,) = _KINDS[CoarseClass.NONE]
    there, left = sum(usual) - usual[none], sum(found) - found[none]
    if left <= 0:
        return usual
    found = [share * there / left for share in found]
    found[none] = usual[none]
    return found


def _only(
    allowed: frozenset[CoarseClass], found: list[float], said: list[float], least: float
) -> list[float]:
    """An answer among some kinds of values: the network's, and a little of what it leaves out."""
    parts = [0.0] * len(_CLASSES)
    for kind in allowed:
        for at in _KINDS[kind]:
            parts[at] = found[at] + least * said[at]
    total = sum(parts)
    return [share / total for share in parts] if total > 0 else found
