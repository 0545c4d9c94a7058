"""Are values read back as they were written, and is nothing else taken for one?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from swerve.model.plain import BadData, Reader, json_from, plain


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Wheel:
    size: float
    is_spare: bool = False


@dataclass(frozen=True)
class Car:
    name: str
    wheels: tuple[Wheel, ...]
    colour: Colour | None = None
    doors: int = 4
    key: bytes = b""
    garage: Path = Path("/")
    seats: tuple[int, str] = (1, "a")
    tags: frozenset[str] = frozenset()


_CAR = Car("a", (Wheel(1.5), Wheel(2.0, True)), Colour.RED, 2, b"\x00\xff", Path("b"), (2, "c"))
_READER = Reader()


def test_what_is_written_is_read_back() -> None:
    data = plain(_CAR)
    assert data["wheels"] == [{"size": 1.5, "spare": False}, {"size": 2.0, "spare": True}]
    assert data["colour"] == "red"
    assert _READER.read(Car, data) == _CAR


def test_only_what_is_named_is_written() -> None:
    assert plain(_CAR, "doors", "name") == {"doors": 2, "name": "a"}


@pytest.mark.parametrize(
    "data",
    [
        pytest.param([], id="no object"),
        pytest.param({"name": "a"}, id="a field is missing"),
        pytest.param({"name": 1, "wheels": []}, id="no text"),
        pytest.param({"name": "a", "wheels": {}}, id="no list"),
        pytest.param({"name": "a", "wheels": [1]}, id="no object inside"),
        pytest.param({"name": "a", "wheels": [], "doors": True}, id="no integer"),
        pytest.param({"name": "a", "wheels": [], "doors": 1.0}, id="a float"),
        pytest.param({"name": "a", "wheels": [], "colour": []}, id="no member"),
        pytest.param({"name": "a", "wheels": [], "key": "?"}, id="no bytes"),
        pytest.param({"name": "a", "wheels": [], "seats": [1]}, id="too few"),
        pytest.param({"name": "a", "wheels": [{"size": 10**400}]}, id="too large"),
    ],
)
def test_what_does_not_fit_is_refused(data: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever the reason
        _READER.read(Car, data)


def test_what_is_given_is_not_read() -> None:
    assert _READER.from_object(Wheel, {"size": "?"}, size=3.0) == Wheel(3.0)
    assert _READER.from_row(Wheel, [3, True]) == Wheel(3.0, True)


def test_a_special_type_is_read_as_it_says() -> None:
    reader = Reader({Wheel: lambda size: Wheel(size)})
    assert reader.read(Car, {"name": "a", "wheels": [1, 2]}) == Car("a", (Wheel(1), Wheel(2)))


@pytest.mark.parametrize("text", ["", "[" * 200_000, b"\xff"])
def test_what_is_no_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadData, match="not JSON"):
        json_from(text)
