"""Can training be told to do something otherwise, and only what it knows?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from swerve.model.errors import BadUsage
from swerve.predict.training.train._recipe import Recipe, recipe_of

ARRAYS, OUT = Path("arrays.npz"), Path("out")


def test_as_the_shipped_network_unless_said_otherwise() -> None:
    usual = Recipe("arrays.npz", "out")
    assert recipe_of(ARRAYS, OUT) == usual
    changes = ["layers=6", "rate=1e-4", "name=other", "seconds=0", "width=64", "layers=2"]
    assert recipe_of(ARRAYS, OUT, changes) == replace(
        usual, layers=2, rate=1e-4, name="other", width=64
    )


@pytest.mark.parametrize("change", ["depth=3", "=3", "", "layers 3", "arrays=x", "out=y"])
def test_what_it_does_not_know_is_refused_with_what_it_knows(change: str) -> None:
    with pytest.raises(BadUsage) as caught:
        recipe_of(ARRAYS, OUT, [change])
    assert str(caught.value) == f"{change} is not a setting of training."
    assert "heads, hide, inner, layers," in caught.value.hint


@pytest.mark.parametrize(
    ("change", "hint"),
    [
        ("layers=many", "a whole number, at least 1"),
        ("layers=0", "a whole number, at least 1"),
        ("layers=2.5", "a whole number, at least 1"),
        ("epochs=", "a whole number, at least 1"),
        ("seconds=-1", "a whole number, at least 0"),
        ("rate=fast", "a number"),
        ("name", "a name"),
    ],
)
def test_values_of_another_kind_are_refused(change: str, hint: str) -> None:
    with pytest.raises(BadUsage) as caught:
        recipe_of(ARRAYS, OUT, [change])
    assert str(caught.value) == f"{change} is not a valid setting of training."
    assert caught.value.hint == f"It must be {hint}."


def test_heads_must_share_the_width_evenly() -> None:
    with pytest.raises(BadUsage, match="A width of 100 cannot be divided among 8 heads"):
        recipe_of(ARRAYS, OUT, ["width=100"])
