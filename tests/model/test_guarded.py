"""Is nothing obeyed of what is printed, however it is cut into pieces?"""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swerve.model.guarded import Guarded, write_own

_ORDER = re.compile(r"^\s*::|##\w*\[|[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e]", re.MULTILINE)
_PIECES = st.lists(
    st.sampled_from([":", "::", "#", "##", "[", "vso", " ", "\t", "\u3000", "\n", "\r", "x"])
    | st.text(max_size=3),
    max_size=12,
)


def _written(*pieces: str) -> str:
    stream = io.StringIO()
    Guarded(stream).writelines(pieces)
    return stream.getvalue()


@given(_PIECES)
def test_no_order_is_made_of_pieces(pieces: list[str]) -> None:
    assert not _ORDER.search(_written(*pieces))


@given(st.text())
def test_json_stays_what_it_was(text: str) -> None:
    data = {"a": text, "b": "##[error]", "c": "##vso[x]"}
    assert json.loads(_written(json.dumps(data, indent=1))) == data


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("::error::x\n", ":\\u003aerror::x\n"),
        ("a\n \t::x", "a\n \t:\\u003ax"),
        ("see ##[x] and ##vso[y]", "see ##\\u005bx] and ##vso\\u005by]"),
        ("a\r::b", "a\\r::b"),
        ("\x1b[31mred\x1b[0m \x1b[2J", "\x1b[31mred\x1b[0m \\x1b[2J"),
        ("x[::2], std::map, # [a]", "x[::2], std::map, # [a]"),
    ],
)
def test_an_order_is_spelled_and_the_rest_stays(text: str, shown: str) -> None:
    assert _written(text) == shown


def test_our_own_commands_come_through() -> None:
    stream = io.StringIO()
    guarded: Any = Guarded(stream)
    write_own(guarded, "::error file=a.py::b\n")
    guarded.write("::x\n")
    write_own(guarded, "\r\x1b[K")
    assert stream.getvalue() == "::error file=a.py::b\n:\\u003ax\n\r\x1b[K"
