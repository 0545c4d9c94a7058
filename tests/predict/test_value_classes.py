"""Into which classes do values fall?"""

from __future__ import annotations

import contextlib
import math
from collections import OrderedDict
from enum import IntEnum

import pytest

from swerve.facts.classes import CoarseClass, ValueClass, class_of


class Colour(IntEnum):
    RED = 1


class Odd(list[int]):
    def __len__(self) -> int:
        raise RuntimeError("asked")


class Callable:
    def __call__(self) -> None: ...


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(None, ValueClass.NONE, id="none"),
        pytest.param(True, ValueClass.TRUE, id="true"),
        pytest.param(False, ValueClass.FALSE, id="false"),
        pytest.param(-3, ValueClass.NEGATIVE_INT, id="negative int"),
        pytest.param(0, ValueClass.ZERO_INT, id="zero"),
        pytest.param(Colour.RED, ValueClass.POSITIVE_INT, id="subclass of int"),
        pytest.param(-0.5, ValueClass.NEGATIVE_FLOAT, id="negative float"),
        pytest.param(-0.0, ValueClass.ZERO_FLOAT, id="negative zero"),
        pytest.param(math.nan, ValueClass.POSITIVE_FLOAT, id="nan"),
        pytest.param("", ValueClass.EMPTY_STRING, id="empty string"),
        pytest.param("a", ValueClass.STRING, id="string"),
        pytest.param(b"", ValueClass.BYTES, id="empty bytes"),
        pytest.param([], ValueClass.EMPTY_LIST, id="empty list"),
        pytest.param(Odd([1]), ValueClass.LIST, id="its own len is not asked"),
        pytest.param((), ValueClass.EMPTY_TUPLE, id="empty tuple"),
        pytest.param(frozenset({1}), ValueClass.SET, id="frozenset"),
        pytest.param(OrderedDict(), ValueClass.EMPTY_DICT, id="subclass of dict"),
        pytest.param(len, ValueClass.CALLABLE, id="function"),
        pytest.param(int, ValueClass.CALLABLE, id="class"),
        pytest.param(Callable(), ValueClass.CALLABLE, id="instance with __call__"),
        pytest.param(contextlib.nullcontext(), ValueClass.RESOURCE, id="context manager"),
        pytest.param(object(), ValueClass.OBJECT, id="object"),
        pytest.param(math, ValueClass.OBJECT, id="module"),
    ],
)
def test_class_of_a_value(value: object, expected: ValueClass) -> None:
    assert class_of(value) is expected


def test_there_are_23_fine_and_12_coarse_classes() -> None:
    assert len(ValueClass) == 23
    assert {kind.coarse for kind in ValueClass} == set(CoarseClass)
    assert len(CoarseClass) == 12
    assert ValueClass.BYTES.coarse is CoarseClass.STRING
