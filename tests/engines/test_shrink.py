"""Shrinking through both sides: the smaller call shows what the first one showed."""

from __future__ import annotations

from pathlib import Path

from tests.run.host.grounds import both_sides, call

from swerve.observe.comparison import Different
from swerve.observe.recipe import CallRecipe, Dict, List, python_of
from swerve.run.shrink import first_like, shrunk


def least(folder: Path, old: str, new: str, first: CallRecipe) -> str:
    with both_sides(folder, old, new) as sides:
        found = sides.confirm(first)
        assert isinstance(found.agreement, Different)
        result = shrunk(first, first_like(sides, found), 20, 2000)
        assert isinstance(sides.confirm(result).agreement, Different)
    return python_of(result).expression


def test_a_call_shrinks_to_what_makes_the_difference(tmp_path: Path) -> None:
    old = "def f(items, limit=3, **rest):\n    return [each for each in items if each > limit]\n"
    new = old.replace(">", ">=")
    first = call("f", List((9, 2, 7, 4, 40)), limit=7, name="x", other=Dict((("a", 1),)))
    assert least(tmp_path, old, new, first) == "f([0], limit=0)"


def test_a_call_that_is_refused_does_not_stand_for_one_that_is_not(tmp_path: Path) -> None:
    """Without its argument the call differs too: both versions refuse it in other words."""
    old = "def f(first):\n    return first * 2\n"
    new = "def f(second):\n    return second * 3\n"
    assert least(tmp_path, old, new, call("f", 12)) == "f(1)"


def test_an_exception_does_not_stand_for_another(tmp_path: Path) -> None:
    old = "def f(x):\n    if x < 5: raise KeyError(x)\n    raise ValueError(x)\n"
    new = "def f(x):\n    return x\n"
    assert least(tmp_path, old, new, call("f", 1000)) == "f(5)"
