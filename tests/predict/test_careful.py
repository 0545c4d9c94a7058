"""How far does the network lead guided runs?"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.predict.reading_code import read

from swerve.facts.classes import Distribution, ValueClass
from swerve.facts.usage import Site, Usage, Usages
from swerve.predict import Types, default_predictor
from swerve.predict._careful import Care, Careful, careful

_OBJECT, _NONE, _LIST = ValueClass.OBJECT, ValueClass.NONE, ValueClass.LIST


class Saying:
    """Says the same of everything, and remembers what it was asked."""

    name = "saying"

    def __init__(self, said: Distribution) -> None:
        self.said = said
        self.asked: list[str] = []

    def predict(self, code: Usages, sites: Sequence[Site]) -> tuple[Distribution, ...]:
        self.asked += [site.path for site in sites]
        return tuple(self.said for _ in sites)


def _predicted(code: str, model: Saying, care: Care | None = None) -> dict[str, Distribution]:
    usages = read(code)
    names = Saying({_OBJECT: 1.0})
    predictor = Careful(Types(), model, names, care or Care())
    found = predictor.predict(usages, usages.sites)
    return dict(zip((site.path for site in usages.sites), found, strict=True))


def test_the_network_is_asked_only_where_the_code_says_nothing() -> None:
    model = Saying({_LIST: 1.0})
    found = _predicted("def f(a: str, b):\n    return g(a, b)\n", model)
    assert "a" not in model.asked
    assert "b" in model.asked
    assert _LIST not in found["a"]
    assert found["b"] == pytest.approx({_LIST: 0.5, _OBJECT: 0.5})


def test_its_part_is_as_large_as_it_is_told() -> None:
    found = _predicted("def f(b):\n    return g(b)\n", Saying({_LIST: 1.0}), Care(part=0.25))
    assert found["b"] == pytest.approx({_LIST: 0.25, _OBJECT: 0.75})


def test_a_network_that_says_nothing_leaves_names_alone() -> None:
    assert _predicted("def f(b):\n    return g(b)\n", Saying({}))["b"] == {_OBJECT: 1.0}


def test_what_cannot_do_what_is_done_with_it_becomes_an_object() -> None:
    usage = Usage(methods={"freeze"})
    found = careful({ValueClass.DICT: 0.8, _NONE: 0.2}, usage)
    assert found == pytest.approx({_OBJECT: 0.8, _NONE: 0.2})


def test_an_object_stands_for_what_is_called_or_entered() -> None:
    found = careful({ValueClass.CALLABLE: 0.6, ValueClass.RESOURCE: 0.4}, Usage())
    assert found == pytest.approx({_OBJECT: 1.0})


def test_none_has_a_bound_and_the_others_get_the_rest() -> None:
    found = careful({_NONE: 0.8, _LIST: 0.2}, Usage(), Care(none=0.3))
    assert found == pytest.approx({_NONE: 0.3, _LIST: 0.7})
    assert careful({_NONE: 1.0}, Usage()) == {_NONE: 1.0}


def test_the_unlikely_is_left_out() -> None:
    found = careful({_LIST: 0.92, _OBJECT: 0.08}, Usage(), Care(least=0.1))
    assert found == pytest.approx({_LIST: 1.0})


def test_a_temperature_draws_classes_together() -> None:
    said = {_LIST: 0.8, _OBJECT: 0.2}
    hot = careful(said, Usage(), Care(temperature=2.0))
    cold = careful(said, Usage(), Care(temperature=0.5, least=0.0))
    assert hot[_OBJECT] == pytest.approx(1 / 3)
    assert cold[_OBJECT] == pytest.approx(1 / 17)


def test_everything_together_sums_to_one() -> None:
    usages = read("def f(a, b=1, *c):\n    for x in a.items():\n        b += x[1] + len(c)\n")
    for found in default_predictor().predict(usages, usages.sites):
        assert sum(found.values()) == pytest.approx(1.0)
