"""Which runs of lines differ, and how does the file read without one of them?"""

from __future__ import annotations

import pytest

from swerve.facts.edits import (
    Edit,
    edits_in_body,
    edits_in_docstring,
    edits_in_head,
    edits_of,
    edits_of_code,
)
from swerve.model import Pair
from swerve.source import FileVersions, RawChange, pair_up

_OLD = """\
import os


def f(x, y=1):
    "What it does."
    a = x
    if a:
        b = 1
    return a
"""


def _pair(new: str, old: str = _OLD) -> Pair:
    files = FileVersions("shop/m.py", old.encode(), new.encode())
    (pair,) = pair_up(RawChange("old", "new", (files,))).pairs
    return pair


@pytest.mark.parametrize(
    ("new", "places"),
    [
        (_OLD.replace("a = x", "a = x + 1"), ["new line 6"]),
        (
            _OLD.replace("a = x", "a = x + 1").replace("b = 1", "b = 2"),
            ["new line 6", "new line 8"],
        ),
        (_OLD.replace("b = 1", "b = 1\n        c = 2\n        d = 3"), ["new lines 9-10"]),
        (_OLD.replace("    a = x\n", "    x = a = x\n    x = 2\n"), ["new lines 6-7"]),
        (_OLD.replace("    if a:\n        b = 1\n", ""), ["lines removed before new line 7"]),
        (_OLD.replace("y=1", "y=2").replace("return a", "return y"), ["new line 4", "new line 9"]),
        (_OLD.replace("    a = x\n", "    a = x\n\n"), []),
    ],
)
def test_edits_are_told_by_their_lines(new: str, places: list[str]) -> None:
    assert [each.place for each in edits_of(_pair(new))] == places


def test_statements_side_by_side_are_edits_of_their_own() -> None:
    old = _OLD.replace("    return a", "    c = 3\n    return a")
    new = old.replace("c = 3\n    return a", "c = 4\n    # why\n    return a, c")
    assert [each.place for each in edits_of(_pair(new, old))] == ["new line 9", "new lines 10-11"]


def test_all_edits_taken_back_give_the_old_function() -> None:
    new = _OLD.replace("a = x", "a = x + 1").replace("    if a:", "    while a:").replace("b", "c")
    pair = _pair("# moved down\n" + new)
    text = pair.new.module.text
    for each in reversed(edits_of(pair)):
        text = each.taken_back(text)
    assert text == "# moved down\n" + _OLD


def test_an_edit_of_the_docstring_ends_with_it() -> None:
    text, other = '"What it does."', '"What it does,\n    and why."'
    pair = _pair(_OLD.replace(text, f'"""{other[1:-1]}"""').replace("return a", "return x"))
    doc, code = edits_of(pair)
    assert edits_in_docstring(pair, (doc, code)) == (doc,)
    plain = _pair(_OLD.replace(f"    {text}\n", "    pass\n"))
    assert edits_in_docstring(plain, edits_of(plain)) == ()


def test_the_head_is_no_part_of_the_body() -> None:
    pair = _pair(_OLD.replace("y=1", "y=2").replace("return a", "return y"))
    head, body = edits_of(pair)
    assert isinstance(head, Edit)
    assert edits_in_body(pair, (head, body)) == (body,)
    assert edits_in_head(pair, (head, body)) == (head,)
    assert body.key == "shop/m.py:9"


@pytest.mark.parametrize(
    ("new", "inside", "heads"),
    [
        (_OLD.replace("y=1):\n", "y=1):\n    # first\n"), 1, 0),
        (_OLD.replace('y=1):\n    "What', 'y=2):\n    "Why'), 0, 0),
        (_OLD.replace("y=1):", "\n    y=1\n):"), 0, 1),
        (_OLD.replace("def f", "@staticmethod\ndef f"), 0, 1),
    ],
)
def test_an_edit_of_both_is_of_neither(new: str, inside: int, heads: int) -> None:
    pair = _pair(new)
    edits = edits_of(pair)
    assert len(edits) == 1
    assert (len(edits_in_body(pair, edits)), len(edits_in_head(pair, edits))) == (inside, heads)


def test_a_very_long_function_has_one_edit() -> None:
    """All of its lines may be alike, and then it takes minutes to find more."""
    lines = [f"    x = x + {n % 7}" for n in range(1_200)]
    old = "\n".join(["def f(x):", *lines, "    return x", ""])
    lines[300:301] = ["    x = 1", "    y = 2"]
    del lines[900]
    new = "\n".join(["def f(x):", *lines, "    return x", ""])
    (edit,) = edits_of(_pair(new, old))
    assert (edit.first, edit.last) == (302, 901)
    assert edit.taken_back(new) == old
    (edit,) = edits_of(
        _pair(old + "", old.replace("    return x\n", "    x = x + 1\n    return x\n"))
    )
    assert (edit.taken, edit.brought) == (("    x = x + 1",), ())


@pytest.mark.parametrize(
    ("old", "new", "count"),
    [
        ("def f(x):\n    return x\n", "def f(x: int) -> int:\n    return x\n", 0),
        ("def f(x):\n    y = x\n    return y\n", "def f(x):\n    y: int = x\n    return y\n", 0),
        ("def f(x):\n    return x\n", "def f(x):\n    # as it is\n    return x\n", 0),
        ("def f(x):\n    return x\n", 'def f(x):\n    """Give it."""\n    return x\n', 0),
        ("def f(x):\n    return x\n", "def f(x=1):\n    return x\n", 1),
        ("def f(x):\n    return x\n", "def f(x):\n    return +x\n", 1),
    ],
)
def test_comments_docstrings_and_annotations_do_not_run(old: str, new: str, count: int) -> None:
    pair = _pair(new, old)
    assert len(edits_of(pair)) > 0
    assert len(edits_of_code(pair, edits_of(pair))) == count
