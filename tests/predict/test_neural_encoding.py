"""Is every place of a function seen once, with enough around it?"""

from __future__ import annotations

import ast
from itertools import pairwise

import pytest
from tests.predict.token_rows import said

from swerve.predict.neural._context import MOST_TOKENS, Surroundings
from swerve.predict.neural._encoding import (
    STEP,
    WINDOW,
    Window,
    windows_of,
    windows_of_function,
    windows_of_statements,
)
from swerve.predict.neural._rows import NUMBER_OF_SHAPE, Row

_MARGIN = (WINDOW - STEP) // 2


def _row(length: int) -> Row:
    """A row in which every token is a place, and says which."""
    row = Row()
    for number in range(length):
        row.add("name", f"x{number}")
        row.places["name", number, 0, number, 1] = number
    return row


def _context(length: int) -> Row:
    row = Row()
    for number in range(length):
        row.add("store", f"c{number}")
    return row


def _windows(length: int, context: int = 0) -> list[Window]:
    return list(windows_of(_row(length), _context(context)))


@pytest.mark.parametrize("context", [0, MOST_TOKENS])
@pytest.mark.parametrize("length", [1, WINDOW - 1, WINDOW, WINDOW + 1, 2 * STEP, 1000, 3000])
def test_every_place_is_in_exactly_one_window_where_its_token_is(length: int, context: int) -> None:
    windows = _windows(length, context)
    found = [
        (place, window.lexemes[at]) for window in windows for place, at in window.places.items()
    ]
    assert found == [(("name", n, 0, n, 1), f"x{n}") for n in range(length)]


@pytest.mark.parametrize("length", [WINDOW + 1, 1000, 3000])
def test_a_place_is_away_from_where_code_was_cut(length: int) -> None:
    """Those at the very start and end are not: nothing was cut there."""
    first, *_, last = windows = _windows(length)
    code = NUMBER_OF_SHAPE["|code|"]
    for window in windows:
        begin = (
            len(window.shapes)
            - 1
            - window.shapes[::-1].index(code if window is first else NUMBER_OF_SHAPE["|cut|"])
        )
        before = min(window.places.values()) - begin - 1
        after = len(window.shapes) - 1 - max(window.places.values())
        assert before == (0 if window is first else _MARGIN)
        assert after == (0 if window is last else _MARGIN)


def test_windows_overlap_and_none_is_longer_than_distances_are_told_apart() -> None:
    windows = _windows(3000, MOST_TOKENS)
    assert max(len(window.shapes) for window in windows) < 512
    for one, other in pairwise(windows):
        shared = set(one.lexemes) & set(other.lexemes)
        assert len([lexeme for lexeme in shared if lexeme.startswith("x")]) >= WINDOW - STEP


def test_of_what_is_far_too_long_only_the_first_part_is_seen() -> None:
    windows = _windows(100_000)
    assert len(windows) == 12
    assert sum(len(window.places) for window in windows) == 11 * STEP + WINDOW - _MARGIN


def test_nothing_to_read_is_nothing_to_see() -> None:
    assert list(windows_of(Row(), _context(3))) == []
    assert list(windows_of(_context(1000), Row())) == []


def test_a_window_begins_with_context_and_later_ones_with_the_head_of_the_function() -> None:
    first, second = (said(each.shapes, each.lexemes) for each in _windows(WINDOW + 1, 2))
    assert first.startswith("|context| store:c0 store:c1 |code| name:x0 name:x1 ")
    head = " ".join(f"name:x{number}" for number in range(24))
    expected = f"|context| store:c0 store:c1 |code| {head} |cut| name:x{STEP} name:x{STEP + 1} "
    assert second.startswith(expected)


def test_a_function_with_and_without_its_file() -> None:
    module = ast.parse("import a\ndef f(): return a.b")
    function = module.body[1]
    assert isinstance(function, ast.FunctionDef)
    (bare,) = windows_of_function(None, function, None)
    (whole,) = windows_of_function(Surroundings(module), function, None)
    code = "|code| def:f : return name:a attribute:b end"
    assert said(bare.shapes, bare.lexemes) == code
    assert said(whole.shapes, whole.lexemes) == f"|context| import:a {code}"
    assert bare.places.keys() == whole.places.keys()


def test_code_in_no_function_has_no_context() -> None:
    body = ast.parse("x = 1\ndef f(y=x): return z").body
    (heads,) = windows_of_statements(body, whole_functions=False)
    expected = "|code| ; store:x = int:1 def:f parameter:y = name:x : end"
    assert said(heads.shapes, heads.lexemes) == expected
    (whole,) = windows_of_statements(body)
    assert [position for _, *position in whole.places] == [[2, 8, 2, 9], [2, 19, 2, 20]]


def test_a_long_function_of_a_long_file() -> None:
    lines = [f"    total += step_{n}(total, [{n}, limit])" for n in range(170)]
    text = "\n".join(["limit = 3", "def f(total):", *lines, "    return total"])
    module = ast.parse(text)
    function = module.body[1]
    assert isinstance(function, ast.FunctionDef)
    windows = list(windows_of_function(Surroundings(module), function, None))
    places = [place for window in windows for place in window.places]
    assert sum(len(window.shapes) for window in windows) > 2000
    assert len(places) == len(set(places)) == 170 * 4 + 1
    for window in windows:
        tokens = said(window.shapes, window.lexemes)
        assert tokens.startswith("|context| store:limit = int:3 |code| def:f parameter:total : ")
