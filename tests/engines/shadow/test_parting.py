"""Is what two versions did compared as a snapshot of it would be?"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from swerve.engines.shadow.explorer._parting import Ended, Looking


class Point:
    """An object that knows no equality."""

    def __init__(self, x: object) -> None:
        self.x = x


def _failing(first: int) -> Iterator[int]:
    yield first
    raise ValueError(first)


def _where(old: object, new: object) -> str:
    return Looking(lambda truth: not truth).ends(Ended(old), Ended(new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (1, 1),
        ([1, {"a": (2, None)}], [1, {"a": (2, None)}]),
        (float("nan"), float("nan")),
        (Point(3), Point(3)),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({1, 2}, {2, 1}),
        (iter([1, 2]), iter([1, 2])),
        (_failing(1), _failing(1)),
    ],
)
def test_what_is_alike_does_not_part(old: object, new: object) -> None:
    assert _where(old, new) == ""


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        (1, 2, "result"),
        (1, True, "result"),
        (1, 1.0, "result"),
        ([1, [2]], [1, [3]], "result[1][0]"),
        ([1], [1, 2], "len(result)"),
        (Point([1]), Point([2]), "result.x[0]"),
        ({"a": 1}, {"b": 1}, "len(result)"),
        ({1}, {2}, "result"),
        (iter([1]), iter([2]), "result[0]"),
        (_failing(1), _failing(2), "result[0]"),
        (1.0, float("nan"), "result"),
        (sum, max, "result.__name__"),
    ],
)
def test_where_two_values_part(old: object, new: object, where: str) -> None:
    assert _where(old, new) == where


def test_exceptions_part_by_type_and_arguments() -> None:
    def where(old: Ended, new: Ended) -> str:
        return Looking(lambda truth: not truth).ends(old, new)

    assert where(Ended(error=ValueError("a")), Ended(error=ValueError("a"))) == ""
    assert where(Ended(error=ValueError("a")), Ended(error=KeyError("a"))) == "exception"
    assert where(Ended(error=ValueError("a")), Ended(error=ValueError("b"))) == "exception.args[0]"
    assert where(Ended(1), Ended(error=ValueError())) == "exception"


def test_a_cycle_comes_to_an_end() -> None:
    one: list[object] = [1]
    one.append(one)
    other: list[object] = [1]
    other.append(other)
    assert _where(one, other) == ""


def test_what_nobody_can_look_into_is_said() -> None:
    looking = Looking(lambda truth: not truth)
    assert looking.compare(object(), object(), "result") == ""
    assert looking.is_blind
