"""What is left of a recipe without its constants, and which type does it build?"""

from __future__ import annotations

import pytest

from swerve.observe.recipe import (
    Call,
    CallRecipe,
    Dict,
    FrozenSet,
    List,
    Name,
    Recipe,
    Set,
    Tuple,
    shape_of,
    type_of,
)


def _call(*args: Recipe) -> CallRecipe:
    return CallRecipe(Name("shop", "f"), args=args)


def test_calls_that_differ_in_constants_are_of_one_shape() -> None:
    assert shape_of(_call(1, List(("a", "b")))) == shape_of(_call(2, List(("", "c"))))
    shapes = [_call(1), _call(True), _call(1.0), _call("1"), _call(None), _call(List((1,)))]
    shapes += [_call(List((1, 1))), _call(Call(Name("shop", "C"), (1,))), _call()]
    assert len(set(map(shape_of, shapes))) == len(shapes)


@pytest.mark.parametrize(
    ("recipe", "expected"),
    [
        (1, "int"),
        (True, "bool"),
        (None, "None"),
        (List((1, 2)), "list[int]"),
        (List((1, "a")), ""),
        (List(()), ""),
        (Set((b"",)), "set[bytes]"),
        (FrozenSet((1.5,)), "frozenset[float]"),
        (Tuple((1, "a")), "tuple[int, str]"),
        (Tuple(()), ""),
        (Dict((("a", List((1,))),)), "dict[str, list[int]]"),
        (Dict(()), ""),
        (Call(Name("shop", "C")), ""),
    ],
)
def test_the_type_of_plain_values(recipe: Recipe, expected: str) -> None:
    assert type_of(recipe) == expected
