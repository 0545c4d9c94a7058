"""What is predicted where code and network speak of the same value?"""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from tests.predict.reading_code import likeliest, read

from swerve.facts.classes import CoarseClass, Distribution, ValueClass
from swerve.facts.usage import Site, Usages
from swerve.predict import TRUST, Explicit, Trust, Types, tempered
from swerve.predict._explicit import explicit_classes


class Same:
    """A model that says the same of everything."""

    name = "same"

    def __init__(self, said: Distribution) -> None:
        self._said = said

    def predict(self, code: Usages, sites: Sequence[Site]) -> tuple[Distribution, ...]:
        return tuple(self._said for _ in sites)


_WRONG: Distribution = {
    ValueClass.OBJECT: 0.78,
    ValueClass.NONE: 0.1,
    ValueClass.ZERO_INT: 0.04,
    ValueClass.POSITIVE_INT: 0.02,
    ValueClass.EMPTY_STRING: 0.04,
    ValueClass.STRING: 0.02,
}


def _joined(code: str, said: Distribution, path: str = "x", trust: Trust = TRUST) -> Distribution:
    usages = read(code)
    found = Explicit(Types(), Same(said), trust).predict(usages, usages.sites)
    return dict(zip((site.path for site in usages.sites), found, strict=True))[path]


def _kinds(distribution: Distribution) -> dict[CoarseClass, float]:
    found: dict[CoarseClass, float] = {}
    for each, share in distribution.items():
        found[each.coarse] = found.get(each.coarse, 0.0) + share
    return found


@pytest.mark.parametrize(
    ("code", "expected", "least"),
    [
        pytest.param("def f(x: int): pass", CoarseClass.INTEGER, 0.85, id="annotation"),
        pytest.param("def f(x=''): pass", CoarseClass.STRING, 0.5, id="default"),
        pytest.param(
            "def f(x):\n  '''\n  >>> f('a')\n  '''", CoarseClass.STRING, 0.5, id="example"
        ),
        pytest.param(
            "def f(x):\n  ''':param int x: n'''", CoarseClass.INTEGER, 0.5, id="documented"
        ),
        pytest.param("def f(x: list): pass", CoarseClass.LIST, 0.8, id="not thought of"),
    ],
)
def test_explicit_code_decides_the_kind(code: str, expected: CoarseClass, least: float) -> None:
    found = _joined(code, _WRONG)
    assert _kinds(found)[expected] >= least
    assert sum(found.values()) == pytest.approx(1)


def test_the_network_decides_the_class_within_the_kind() -> None:
    found = _joined("def f(x: int): pass", _WRONG)
    assert found[ValueClass.ZERO_INT] > found[ValueClass.POSITIVE_INT]


def test_the_network_decides_whether_there_is_a_value() -> None:
    rarely, often = ({ValueClass.NONE: each, ValueClass.STRING: 1 - each} for each in (0.1, 0.9))
    optional = "def f(x: str | None): pass"
    assert _joined(optional, rarely)[ValueClass.NONE] == pytest.approx(0.1, abs=0.02)
    assert _joined(optional, often)[ValueClass.NONE] == pytest.approx(0.9, abs=0.02)
    assert _joined("def f(x: str): pass", often)[ValueClass.NONE] < 0.15
    used = "def f(x): return x.split()"
    assert _joined(used, often)[ValueClass.NONE] == pytest.approx(0.9)


def test_isinstance_speaks_for_a_class_and_does_not_decide() -> None:
    said = {ValueClass.OBJECT: 0.5, ValueClass.LIST: 0.5}
    found = _kinds(_joined("def f(x): return isinstance(x, list)", said))
    assert 0.6 < found[CoarseClass.LIST] < 0.95


def test_use_makes_a_kind_likelier() -> None:
    said = {ValueClass.STRING: 0.4, ValueClass.OBJECT: 0.3, ValueClass.LIST: 0.3}
    found = _joined("def f(x): return x.split()", said)
    assert found[ValueClass.STRING] > 0.6
    sure = {ValueClass.STRING: 0.01, ValueClass.OBJECT: 0.99}
    assert likeliest(_joined("def f(x): return x.split()", sure)) is ValueClass.OBJECT


def test_a_name_says_little_against_a_network_that_is_sure() -> None:
    said = {ValueClass.STRING: 0.9, ValueClass.POSITIVE_INT: 0.1}
    assert likeliest(_joined("def f(row_count): row_count", said, "row_count")) is ValueClass.STRING


def test_where_one_says_nothing_the_other_does() -> None:
    unknown = "def f(thing): pass"
    assert _joined(unknown, _WRONG, "thing") == pytest.approx(_WRONG)
    usages = read("def f(x: int): pass")
    (types,) = Types().predict(usages, usages.sites)
    assert _joined("def f(x: int): pass", {}) == types
    assert _joined(unknown, {}, "thing") == {}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("x: float", {CoarseClass.FLOAT, CoarseClass.INTEGER}, id="ints are floats"),
        pytest.param("x: Any", set(), id="anything"),
        pytest.param("x: Any = None", set(), id="anything or nothing"),
        pytest.param("x: str = None", {CoarseClass.STRING, CoarseClass.NONE}, id="none by default"),
        pytest.param("x: list[int]", {CoarseClass.LIST}, id="list"),
        pytest.param("x=0", {CoarseClass.INTEGER, CoarseClass.NONE}, id="default"),
        pytest.param(
            "x: Widget",
            {CoarseClass.OBJECT, CoarseClass.CALLABLE, CoarseClass.RESOURCE},
            id="of some class",
        ),
        pytest.param(
            "x: Iterable[int]",
            {
                *(CoarseClass.LIST, CoarseClass.TUPLE, CoarseClass.SET, CoarseClass.DICT),
                CoarseClass.OBJECT,
            },
            id="iterable",
        ),
    ],
)
def test_what_code_allows(code: str, expected: set[CoarseClass]) -> None:
    allowed, part = explicit_classes(read(f"def f({code}): pass").paths["x"])
    assert allowed == expected
    assert bool(part) is bool(expected)


def test_no_trust_leaves_the_network_alone() -> None:
    none = Trust(
        annotation=0, other_annotation=0, constant=0, documented=0, held_against=0, kinds=0,
        classes=0,
    )  # fmt: skip
    for code in ("def f(x: int): pass", "def f(x=''): pass", "def f(x): return x.split()"):
        assert _joined(code, _WRONG, trust=none) == pytest.approx(_WRONG)


# --- temperature --------------------------------------------------------------------------------

_SHARES: Distribution = {ValueClass.STRING: 0.6, ValueClass.NONE: 0.3, ValueClass.LIST: 0.1}


def test_a_temperature_of_1_changes_nothing() -> None:
    assert tempered(_SHARES, 1) == _SHARES


@pytest.mark.parametrize("temperature", [0.05, 0.5, 0.9, 1.5, 4.0, 100.0])
def test_tempered_is_a_distribution_with_the_same_order(temperature: float) -> None:
    found = tempered(_SHARES, temperature)
    assert sum(found.values()) == pytest.approx(1)
    assert list(found) == list(_SHARES)
    assert likeliest(found) is ValueClass.STRING
    assert (found[ValueClass.STRING] > 0.6) is (temperature < 1)
    expected = 2 ** (1 / temperature)
    assert found[ValueClass.STRING] / found[ValueClass.NONE] == pytest.approx(expected)


def test_extreme_temperatures() -> None:
    assert tempered(_SHARES, 1e-9)[ValueClass.STRING] == pytest.approx(1)
    assert tempered(_SHARES, math.inf) == pytest.approx(dict.fromkeys(_SHARES, 1 / 3))
    assert tempered({}, 2.0) == {}
    assert tempered({ValueClass.NONE: 0.2}, 3.0) == pytest.approx({ValueClass.NONE: 0.2})
    with pytest.raises(ValueError, match="above 0"):
        tempered(_SHARES, 0)
