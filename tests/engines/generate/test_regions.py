"""For which values of its parameters do the two versions of a function part?"""

from __future__ import annotations

from typing import TypeAlias

import pytest

from swerve.engines.generate._regions import condition_of
from swerve.model import Function, Module
from swerve.observe.recipe import CallRecipe, Name

_CODE = "def cut(self, text, size=0, *, end=None):\n    return text\n"
_CUT = Function("Text.cut", Module("cut.py", _CODE), 1, 2, 1)
_Given: TypeAlias = "tuple[tuple[object, ...], dict[str, object]]"
_ALIKE: tuple[_Given, ...] = (
    (("a", 1), {}),
    (("", 2), {}),
    (("b", -3), {}),
    (("a", 7), {"end": "x"}),
)


def _calls(*given: _Given) -> list[CallRecipe]:
    target = Name("cut", "Text.cut")
    return [
        CallRecipe(target, receiver=1, args=args, kwargs=tuple(kwargs.items()))  # type: ignore[arg-type]
        for args, kwargs in given
    ]


@pytest.mark.parametrize(
    ("differing", "condition"),
    [
        (((("a", 0), {}), (("b", 0), {})), "size == 0"),
        (((("a", 0), {}), (("b",), {"size": 0}), (("", 0), {})), "size == 0"),
        (((("c", 1), {}), (("c", 2), {})), "text == 'c'"),
        (((("a", 20), {}), (("b", 30), {}), (("", 40), {}), (("a", 50), {})), "size >= 20"),
        (((("a", 1), {}), (("", 2), {})), ""),
        (((("a", 0), {}),), ""),
    ],
)
def test_a_condition_holds_for_calls_that_differ_and_for_no_others(
    differing: tuple[_Given, ...], condition: str
) -> None:
    assert condition_of(_CUT, _calls(*differing), _calls(*_ALIKE * 2)) == condition


def test_few_calls_say_nothing() -> None:
    differing = _calls((("a", 0), {}), (("b", 0), {}))
    assert condition_of(_CUT, differing, _calls(*_ALIKE)) == ""
