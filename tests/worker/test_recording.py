"""Is what real code reads noted down as predictors know it?"""

from __future__ import annotations

import ast
import builtins
import collections
import io
from collections.abc import Callable
from typing import Any

import pytest

from swerve.facts.classes import class_of
from swerve.worker.suite import recording as _recording


class _Odd(type):
    def __getattr__(cls, name: str) -> Any:
        raise RuntimeError(name)


class _Silent(metaclass=_Odd):
    """Nobody may ask its class anything."""


class _Unequal(type):
    """Its classes have no hash."""

    def __eq__(cls, other: object) -> bool:
        raise RuntimeError

    __hash__ = None  # type: ignore[assignment]


class _Nosy(type):
    def __getattribute__(cls, name: str) -> Any:
        raise RuntimeError(name)


_Pair = collections.namedtuple("_Pair", "x y")


class _Rude(int):
    def __lt__(self, other: object) -> bool:
        raise RuntimeError


@pytest.mark.parametrize(
    "value",
    [
        *(None, True, False, -1, 0, 7, -0.5, 0.0, 2.5, float("nan"), "", "a", b"", b"a"),
        *(bytearray(), [], [1], (), (1,), set(), {1}, frozenset(), frozenset((1,)), {}, {1: 2}),
        *(len, int, print, object(), io.StringIO(), collections.OrderedDict(a=1), 1j),
        *(_Pair(1, 2), collections.defaultdict(list), _Rude(3)),
    ],
)
def test_classes_are_those_of_predictors(value: object) -> None:
    assert _recording.class_word(value) == class_of(value).value


@pytest.mark.parametrize("metaclass", [_Odd, _Unequal, _Nosy])
def test_no_code_of_a_value_is_run(metaclass: Any) -> None:
    assert _recording.class_word(_Silent()) == "object"
    assert _recording.class_word(metaclass("C", (), {})()) == "object"


Records = Callable[[str], list[tuple[Any, ...]]]


@pytest.fixture
def records(monkeypatch: pytest.MonkeyPatch) -> Records:
    """Runs code recorded; returns kind, name, line and column of each place, and its classes."""
    monkeypatch.setattr(_recording, "_places", [])
    monkeypatch.setattr(_recording, "_counts", [])
    monkeypatch.setattr(builtins, _recording.RECORDER, _recording.record, raising=False)
    monkeypatch.setattr(
        builtins, _recording.RECORDER_OF_ITEMS, _recording.record_item, raising=False
    )

    def run(text: str) -> list[tuple[Any, ...]]:
        tree = _recording.rewritten(ast.parse(text), "f.py")
        exec(compile(tree, "f.py", "exec"), {})  # noqa: S102 - that is what is tested
        events = _recording.events()
        assert {file for (file, *_), _ in events} <= {"f.py"}
        return sorted((k, name, line, at, counts) for (_, k, name, line, at, *_), counts in events)

    return run


def test_reads_are_noted_with_their_kind_and_name(records: Records) -> None:
    text = """\
def f(size):
    return [size, size]
rows = [f(2), f(2)]
for row in rows:
    row["key"] if False else row[0].real
"""
    assert records(text) == [
        ("attribute", "real", 5, 29, {"positive int": 2}),
        ("call", "f", 3, 8, {"list": 1}),
        ("call", "f", 3, 14, {"list": 1}),
        ("item", "row", 5, 29, {"positive int": 2}),
        ("item", "rows", 4, 4, {"list": 2}),
        ("name", "f", 3, 8, {"callable": 1}),
        ("name", "f", 3, 14, {"callable": 1}),
        ("name", "row", 5, 29, {"list": 2}),
        ("name", "rows", 4, 11, {"list": 1}),
        ("name", "size", 2, 12, {"positive int": 2}),
        ("name", "size", 2, 18, {"positive int": 2}),
    ]


def test_decorators_defaults_bases_and_what_is_caught_are_read_too(records: Records) -> None:
    text = """\
base, less = dict, 1
class C(base):
    @property
    def p(self, x=less, *, y=None): return x
try:
    C().p.missing
except AttributeError:
    pass
"""
    assert records(text) == [
        ("attribute", "p", 6, 4, {"positive int": 1}),
        ("call", "C", 6, 4, {"empty dict": 1}),
        ("name", "AttributeError", 7, 7, {"callable": 1}),
        ("name", "C", 6, 4, {"callable": 1}),
        ("name", "base", 2, 8, {"callable": 1}),
        ("name", "dict", 1, 13, {"callable": 1}),
        ("name", "less", 4, 18, {"positive int": 1}),
        ("name", "property", 3, 5, {"callable": 1}),
        ("name", "x", 4, 43, {"positive int": 1}),
    ]


def test_annotations_and_what_is_only_written_are_not_read(records: Records) -> None:
    assert records("x: int = 1\nx += 1\ndel x\ndef f(a: str) -> bytes: ...\n") == []


def test_columns_are_bytes_as_the_parser_has_them(records: Records) -> None:
    text = 'x = "é"; x\n'
    node = ast.parse(text).body[1].value  # type: ignore[attr-defined]
    assert records(text) == [("name", "x", 1, node.col_offset, {"string": 1})]


def test_a_module_that_is_imported_twice_has_its_places_once(records: Records) -> None:
    records("x = 1\nx\n")
    assert records("x = 1\nx\n") == [("name", "x", 2, 0, {"positive int": 2})]
