"""Is what real code reads noted down as predictors know it?"""

from __future__ import annotations

import ast
import builtins
import collections
import io
from typing import Any

import pytest

from swerve.predict import class_of
from swerve.worker import _recording


class _Odd(type):
    def __getattr__(cls, name: str) -> Any:
        raise RuntimeError(name)


class _Silent(metaclass=_Odd):
    """Nobody may ask its class anything."""


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


def test_no_code_of_a_value_is_run() -> None:
    assert _recording.class_word(_Silent()) == "object"


def test_reads_are_noted_with_their_kind_and_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_recording, "_sites", [])
    monkeypatch.setattr(_recording, "_counts", {})
    monkeypatch.setattr(builtins, _recording.RECORDER, _recording.record, raising=False)
    monkeypatch.setattr(
        builtins, _recording.RECORDER_OF_ITEMS, _recording.record_item, raising=False
    )
    text = """\
def f(size):
    return [size, size]
rows = [f(2), f(2)]
for row in rows:
    row["key"] if False else row[0].real
"""
    tree = _recording.rewritten(ast.parse(text), "f.py")
    exec(compile(tree, "f.py", "exec"), {})  # noqa: S102 - that is what is tested
    assert [(*event[:2], *event[3:]) for event in _recording.events()] == [
        ("attribute", "real", 5, "positive int", 2),
        ("call", "f", 3, "list", 2),
        ("item", "row", 5, "positive int", 2),
        ("item", "rows", 4, "list", 2),
        ("name", "row", 5, "list", 2),
        ("name", "rows", 4, "list", 1),
        ("name", "size", 2, "positive int", 4),
    ]
