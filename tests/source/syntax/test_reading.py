"""Bytes to text, as Python itself reads them."""

from __future__ import annotations

import ast

import pytest

from swerve.source.syntax import Unreadable, parse, read_source, refused


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param(b"x = '\xc3\xa9'\n", "x = 'é'\n", id="utf-8 without a cookie"),
        pytest.param(b"\xef\xbb\xbfx = 1\n", "x = 1\n", id="byte-order mark"),
        pytest.param(
            b"# -*- coding: latin-1 -*-\nx = '\xe9'\n",
            "# -*- coding: latin-1 -*-\nx = 'é'\n",
            id="latin-1 cookie",
        ),
        pytest.param(
            b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nx = '\x80'\n",
            "#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nx = '€'\n",
            id="cookie on the second line",
        ),
        pytest.param(b"a = 1\r\nb = 2\rc = 3\n", "a = 1\nb = 2\nc = 3\n", id="every newline"),
        pytest.param(b"a = '\x0c\x1c'\n", "a = '\x0c\x1c'\n", id="form feed is no newline"),
        pytest.param(b"", "", id="empty"),
    ],
)
def test_source_is_decoded_as_python_does(data: bytes, text: str) -> None:
    assert read_source(data) == text
    assert ast.dump(ast.parse(data)) == ast.dump(ast.parse(text))


@pytest.mark.parametrize(
    ("data", "message", "line"),
    [
        pytest.param(b"a = 1\nb = '\xe9'\n", "byte 0xe9 is not utf-8", 2, id="undecodable"),
        pytest.param(b"# coding: klingon\n", "`klingon` cannot be used", 1, id="unknown encoding"),
        pytest.param(
            b"\xef\xbb\xbf# coding: latin-1\n", "`latin-1` cannot be used", 1, id="mark and cookie"
        ),
    ],
)
def test_what_cannot_be_decoded_is_said_with_its_line(data: bytes, message: str, line: int) -> None:
    found = read_source(data)
    assert isinstance(found, Unreadable)
    assert message in found.message
    assert found.line == line
    assert found.hint


@pytest.mark.parametrize(
    ("text", "line", "excerpt"),
    [
        pytest.param("x = 1\nif x\n    y\n", 2, "if x\n    ^", id="syntax error"),
        pytest.param("def f():\n        return )\n", 2, "return )\n       ^", id="indented"),
        pytest.param("print 'hello'\n", 1, "print 'hello'\n^", id="python 2"),
    ],
)
def test_a_file_that_does_not_parse_is_shown_with_a_caret(
    text: str, line: int, excerpt: str
) -> None:
    found = parse(text)
    assert isinstance(found, Unreadable)
    assert (found.line, found.excerpt) == (line, excerpt)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x = 1\0\n", id="null byte"),
        pytest.param("(" * 5000, id="open parentheses"),
        pytest.param("x = " + "-" * 100_000 + "1\n", id="unary operators"),
        pytest.param("\\\n" * 10 + "\x00", id="continuation"),
    ],
)
def test_no_text_makes_the_parser_escape(text: str) -> None:
    assert isinstance(parse(text), Unreadable)


def test_a_doubtful_escape_is_not_ours_to_report(recwarn: pytest.WarningsRecorder) -> None:
    assert isinstance(parse("x = '\\d'\n"), ast.Module)
    assert not recwarn.list


def test_a_cookie_behind_a_lone_carriage_return_counts_as_it_does_for_python() -> None:
    data = b"\r# coding: utf-7\ndef f():\n# +AAo-    return 2\n    return 1\n"
    text = read_source(data)
    assert isinstance(text, str)
    assert ast.dump(ast.parse(text)) == ast.dump(ast.parse(data))


def test_a_carriage_return_that_an_encoding_hides_is_not_read() -> None:
    assert isinstance(read_source(b"# coding: utf-7\n# +AA0-x = 1\n"), Unreadable)


def compiled(text: str) -> Unreadable | None:
    """Why Python does not compile what it parses."""
    tree = parse(text)
    assert isinstance(tree, ast.Module)
    return refused(text, tree)


def test_what_python_does_not_compile_is_not_read() -> None:
    why = compiled("def f(a):\n    return await a\n")
    assert why is not None
    assert why.line == 2


def _nested_finally(depth: int) -> str:
    """Each `finally` block holds the next, and Python makes two of each."""
    levels = (
        f"{' ' * level}try:\n{' ' * level} pass\n{' ' * level}finally:\n" for level in range(depth)
    )
    return "".join(levels) + " " * depth + "pass\n"


def test_a_sum_is_as_deep_as_it_is_long() -> None:
    text = "try:\n    x = {}\nfinally:\n    pass\n"
    assert compiled(text.format("+".join(["1"] * 2_000))) is None
    assert isinstance(parse(text.format("+".join(["1"] * 20_000))), Unreadable)


def test_code_that_grows_when_compiled_is_not_compiled() -> None:
    assert compiled(_nested_finally(3)) is None
    assert compiled(_nested_finally(60)) is not None
