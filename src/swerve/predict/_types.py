"""Which classes of values fit what the code says about a path?"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from swerve.facts.annotations import classes_of_annotation, is_bytes
from swerve.facts.classes import (
    FALSY,
    CoarseClass,
    Distribution,
    ValueClass,
    coarse_class_of,
)
from swerve.facts.library import METHOD_RESULTS
from swerve.facts.names import classes_of_name, classes_of_result
from swerve.facts.seen import last_name, position_of
from swerve.facts.usage import Kind, Site, Usage, Usages

from ._evidence import Weights, add_usage, class_named, unfit_for

_NONE_SHARE = 0.2
#: Evidence of this weight leaves nothing to the next predictor.
_CERTAIN = 4.0
#: Evidence of this weight leaves half to it.
_DOUBT = 0.4

_FINE: dict[CoarseClass, tuple[tuple[ValueClass, float], ...]] = {
    CoarseClass.NONE: ((ValueClass.NONE, 1.0),),
    CoarseClass.BOOLEAN: ((ValueClass.TRUE, 0.5), (ValueClass.FALSE, 0.5)),
    CoarseClass.INTEGER: (
        (ValueClass.POSITIVE_INT, 0.75), (ValueClass.ZERO_INT, 0.15),
        (ValueClass.NEGATIVE_INT, 0.1),
    ),
    CoarseClass.FLOAT: (
        (ValueClass.POSITIVE_FLOAT, 0.75), (ValueClass.ZERO_FLOAT, 0.1),
        (ValueClass.NEGATIVE_FLOAT, 0.15),
    ),
    CoarseClass.STRING: ((ValueClass.STRING, 0.85), (ValueClass.EMPTY_STRING, 0.15)),
    CoarseClass.LIST: ((ValueClass.LIST, 0.8), (ValueClass.EMPTY_LIST, 0.2)),
    CoarseClass.TUPLE: ((ValueClass.TUPLE, 0.8), (ValueClass.EMPTY_TUPLE, 0.2)),
    CoarseClass.DICT: ((ValueClass.DICT, 0.8), (ValueClass.EMPTY_DICT, 0.2)),
    CoarseClass.SET: ((ValueClass.SET, 0.8), (ValueClass.EMPTY_SET, 0.2)),
    CoarseClass.CALLABLE: ((ValueClass.CALLABLE, 1.0),),
    CoarseClass.RESOURCE: ((ValueClass.RESOURCE, 1.0),),
    CoarseClass.OBJECT: ((ValueClass.OBJECT, 1.0),),
}  # fmt: skip
_DOCUMENTED: dict[str, CoarseClass] = {
    "str": CoarseClass.STRING, "string": CoarseClass.STRING, "text": CoarseClass.STRING,
    "bytes": CoarseClass.STRING, "int": CoarseClass.INTEGER, "integer": CoarseClass.INTEGER,
    "float": CoarseClass.FLOAT, "double": CoarseClass.FLOAT, "number": CoarseClass.FLOAT,
    "bool": CoarseClass.BOOLEAN, "boolean": CoarseClass.BOOLEAN, "list": CoarseClass.LIST,
    "sequence": CoarseClass.LIST, "iterable": CoarseClass.LIST, "array": CoarseClass.LIST,
    "tuple": CoarseClass.TUPLE, "dict": CoarseClass.DICT, "dictionary": CoarseClass.DICT,
    "mapping": CoarseClass.DICT, "set": CoarseClass.SET, "callable": CoarseClass.CALLABLE,
    "function": CoarseClass.CALLABLE, "none": CoarseClass.NONE, "object": CoarseClass.OBJECT,
    "instance": CoarseClass.OBJECT, "file": CoarseClass.RESOURCE,
}  # fmt: skip


#: Evidence below this share of the strongest is in doubt.
_LITTLE = 0.5
#: What is left of the likeliness of a value that would fail.
_UNLIKELY = 0.2
_TAKE_ITEMS = frozenset({"min", "max", "next", "random.choice", "statistics.mean", "ord"})
_GIVE_STRINGS = frozenset({"split", "rsplit", "splitlines", "partition", "rpartition", "readlines"})


class Types:
    """Reads classes off declarations, uses and names.

    Sums to less than 1 where the evidence is weak, and to 0 where there is none: the rest is for
    another predictor to say (`Combined`).
    """

    name = "types"

    def predict(self, code: Usages, sites: Sequence[Site]) -> tuple[Distribution, ...]:
        """What each site is likely to be, as far as the code tells."""
        return tuple(self._predict(code, site) for site in sites)

    def _predict(self, code: Usages, site: Site) -> Distribution:
        usage = code.paths.get(site.path) or Usage()
        weights: Weights = defaultdict(float)
        declared = _add_declared(usage, weights)
        uses: Weights = defaultdict(float)
        add_usage(usage, uses, is_name=site.kind is Kind.NAME)
        for kind, weight in uses.items():
            weights[kind] += weight * (0.25 if declared else 1.0)
        used = sum(uses.values())
        believed = 1.0 if used < 2 or site.name in METHOD_RESULTS else 0.3
        if declared:
            believed = 0.05
        for kind, weight in _by_name(code, site):
            weights[kind] += weight * believed
        may_be_none = bool(weights.pop(CoarseClass.NONE, 0)) or usage.none_tested
        is_sure = _keep_fitting(code, site, usage, weights)
        return _distribution(weights, usage, may_be_none, is_sure=is_sure)


def _keep_fitting(code: Usages, site: Site, usage: Usage, weights: Weights) -> bool:
    """Drop classes that cannot be meant; say whether what is left is all there is to say."""
    unfit = unfit_for(usage)
    if CoarseClass.STRING not in unfit and _has_other_items(code, site.path):
        unfit |= {CoarseClass.STRING}
    unfit -= {class_named(name) for name in usage.instance_of}
    annotated = {kind for text in usage.annotations for kind in classes_of_annotation(text)}
    annotated.discard(CoarseClass.NONE)
    only = annotated or _only(code, site)
    for kind in list(weights):
        if kind in unfit or (only and kind not in only):
            del weights[kind]
    if not annotated:
        _settle(weights)
    if not weights and (unfit or only):
        weights[CoarseClass.OBJECT] = _CERTAIN
    return bool(unfit or only)


def _settle(weights: Weights) -> None:
    """Give what little speaks for one class where more speaks for another to objects.

    An object becomes whatever it is used as; a value of the wrong class does not.
    """
    most = max(
        (weight for kind, weight in weights.items() if kind is not CoarseClass.OBJECT), default=0.0
    )
    for kind, weight in list(weights.items()):
        if kind is not CoarseClass.OBJECT and weight < most * _LITTLE:
            del weights[kind]
            weights[CoarseClass.OBJECT] += weight


def _has_other_items(code: Usages, path: str) -> bool:
    """Whether what is inside of a value is no text, as it would be inside of a text."""
    for part in ("[]", "[0]", "[1]"):
        inside = code.paths.get(path + part)
        if inside is not None:
            told = inside.operand_classes | {coarse_class_of(value) for value in inside.literals}
            told.discard(CoarseClass.NONE)
            if CoarseClass.STRING in unfit_for(inside) or (told and CoarseClass.STRING not in told):
                return True
    return False


def _only(code: Usages, site: Site) -> frozenset[CoarseClass]:
    """The classes that a site has by what it is called, whatever is done with it."""
    name = site.name.lstrip("_")
    if site.kind is Kind.NAME and name in ("self", "cls", "mcs"):
        return frozenset({CoarseClass.OBJECT, CoarseClass.CALLABLE})
    is_class = name[:1].isupper() and not name.isupper()
    if is_class and site.kind in (Kind.NAME, Kind.ATTRIBUTE):
        return frozenset({CoarseClass.OBJECT, CoarseClass.CALLABLE})
    if is_class and site.kind is Kind.CALL and not site.path.endswith("()()"):
        return frozenset({CoarseClass.OBJECT, CoarseClass.RESOURCE})
    return frozenset()


def _add_declared(usage: Usage, weights: Weights) -> bool:
    """Add what is written down about a value; say whether anything but None is."""
    before = sum(weights.values())
    for text in usage.annotations:
        _spread(weights, classes_of_annotation(text), 10.0)
    for value in usage.defaults:
        kind = coarse_class_of(value)
        weights[kind] += 6.0 / len(usage.defaults)
        if kind is CoarseClass.INTEGER and value in (0, 1):
            weights[CoarseClass.FLOAT] += 0.5
    for value in usage.examples:
        weights[coarse_class_of(value)] += 6.0 / len(usage.examples)
    if usage.documented:
        told = classes_documented(usage.documented)
        _spread(weights, told, 6.0)
        if not told:
            _spread(weights, classes_of_annotation(usage.documented), 3.0)
    return sum(weights.values()) - weights.get(CoarseClass.NONE, 0.0) > before


_INSIDE = re.compile(r"\bof\s+[\w.`]+(?:\s+to\s+[\w.`]+)?")


def classes_documented(text: str) -> tuple[CoarseClass, ...]:
    """The classes that the words of a docstring name; not those of what is inside of a value."""
    words = _INSIDE.sub("", text.lower()).replace(",", " ").replace("`", " ").split()
    return tuple(_DOCUMENTED[word] for word in words if word in _DOCUMENTED)


def _spread(weights: Weights, kinds: Iterable[CoarseClass], weight: float) -> None:
    kinds = list(kinds)
    told = [kind for kind in kinds if kind is not CoarseClass.NONE]
    for kind in told:
        weights[kind] += weight / len(told)
    if len(told) < len(kinds):
        weights[CoarseClass.NONE] += weight


def _by_name(code: Usages, site: Site) -> Iterable[tuple[CoarseClass, float]]:
    if site.kind is Kind.CALL:
        known = METHOD_RESULTS.get(site.name)
        if known is not None:
            return ((known, 3.0),)
        return classes_of_result(site.name) if not site.path.endswith("()()") else ()
    if site.path.endswith("()[]") and site.name in _GIVE_STRINGS:
        return ((CoarseClass.STRING, 4.0),)
    if site.path.endswith("[]") or (
        position_of(site.path) is not None and site.name == last_name(site.path)
    ):
        return _by_singular(site.name)
    if site.path.endswith("{}"):
        return ((CoarseClass.STRING, 2.0),)
    if site.path in code.imported and not site.name.isupper():
        return ((CoarseClass.OBJECT, 2.0),)
    if site.kind is Kind.NAME and site.path in code.free_names and site.name[:1].isupper():
        return ((CoarseClass.CALLABLE, 1.0),) if not site.name.isupper() else ()
    return classes_of_name(site.name)


def _by_singular(name: str) -> Iterable[tuple[CoarseClass, float]]:
    """What one of `names` is."""
    plain = name.lower()
    if plain.endswith("ies"):
        return classes_of_name(plain[:-3] + "y")
    if plain.endswith("s") and not plain.endswith("ss"):
        return classes_of_name(plain[:-1])
    return ()


def _distribution(
    weights: Weights, usage: Usage, may_be_none: bool, *, is_sure: bool
) -> Distribution:
    total = sum(weights.values())
    if total <= 0:
        return {ValueClass.NONE: _NONE_SHARE} if may_be_none else {}
    mass = total / (total + _DOUBT) if total < _CERTAIN and not is_sure else 1.0
    found: dict[ValueClass, float] = defaultdict(float)
    for kind, weight in weights.items():
        share = weight / total
        if share >= 0.02:
            for fine, part in _fine(kind, usage):
                found[fine] += share * part
    if may_be_none:
        for fine in found:
            found[fine] *= 1 - _NONE_SHARE
        found[ValueClass.NONE] = _NONE_SHARE
    if len(usage.exits_when) == 1:
        leaving_when_true = True in usage.exits_when
        for fine in found:
            if (fine in FALSY) != leaving_when_true and fine is not ValueClass.OBJECT:
                found[fine] *= 0.5
    scale = mass / sum(found.values())
    return {fine: found[fine] * scale for fine in ValueClass if fine in found}


def _fine(kind: CoarseClass, usage: Usage) -> tuple[tuple[ValueClass, float], ...]:
    if kind is CoarseClass.STRING and _means_bytes(usage):
        return ((ValueClass.BYTES, 1.0),)
    if kind is CoarseClass.TUPLE and (usage.unpacked or usage.indexed_by_int):
        return ((ValueClass.TUPLE, 1.0),)
    if "divisor" in usage.operators or _must_have_items(usage):
        return tuple(
            (fine, part * (_UNLIKELY if fine in FALSY else 1.0)) for fine, part in _FINE[kind]
        )
    return _FINE[kind]


def _must_have_items(usage: Usage) -> bool:
    """Whether an item is taken without a look at whether there are any."""
    if usage.truth_tested or "len" in usage.passed_to:
        return False
    return not usage.passed_to.isdisjoint(_TAKE_ITEMS) or any(
        type(key) is int and not asked for key, asked in usage.keys.items()
    )


def _means_bytes(usage: Usage) -> bool:
    told = [*usage.literals, *usage.defaults, *usage.examples]
    values = [value for value in told if value is not None]
    return (
        not usage.methods.isdisjoint(("decode", "hex"))
        or "bytes" in usage.operators
        or any(is_bytes(text) for text in usage.annotations)
        or (bool(values) and all(isinstance(value, bytes) for value in values))
    )
