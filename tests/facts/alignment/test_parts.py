"""The statements and conditions that differ, which proofs are about."""

from __future__ import annotations

import ast

import pytest

from swerve.facts.alignment import Around, Part, differing_parts


def _parts(old: str, new: str) -> list[Part]:
    return differing_parts(ast.parse(old).body, ast.parse(new).body)


def _texts(parts: list[Part]) -> list[tuple[str, str]]:
    return [
        ("; ".join(map(ast.unparse, part.old)), "; ".join(map(ast.unparse, part.new)))
        for part in parts
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected", "around"),
    [
        pytest.param("a()\nb = 1\nc()", "a()\nb = 2\nc()", ("b = 1", "b = 2"), Around(), id="one"),
        pytest.param("a()\nc()", "a()\nb()\nc()", ("", "b()"), Around(), id="added"),
        pytest.param(
            "for x in y:\n    a()\n    b()",
            "for x in y:\n    a()\n    c()",
            ("b()", "c()"),
            Around(is_in_loop=True),
            id="in a loop",
        ),
        pytest.param(
            "try:\n    a()\nexcept E as e:\n    b()",
            "try:\n    a()\nexcept E as e:\n    c()",
            ("b()", "c()"),
            Around(is_guarded=True, is_handling=True),
            id="in a handler",
        ),
        pytest.param(
            "if a:\n    b()\nelse:\n    c()",
            "if a and d:\n    b()\nelse:\n    c()",
            (
                "if a:\n    return True\nelse:\n    return False",
                "if a and d:\n    return True\nelse:\n    return False",
            ),
            Around(),
            id="a condition",
        ),
    ],
)
def test_a_part_is_as_small_as_it_gets(
    old: str, new: str, expected: tuple[str, str], around: Around
) -> None:
    parts = _parts(old, new)
    assert _texts(parts) == [expected]
    assert parts[0].around == around


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("for x in y:\n    a()", "for x in z:\n    a()", id="another head"),
        pytest.param("with a:\n    b()", "async def f(): pass", id="other statements"),
        pytest.param(
            "try:\n    a()\nexcept E:\n    b()", "try:\n    a()\nexcept F:\n    b()", id="handlers"
        ),
        pytest.param("if a:\n    b()", "while a:\n    b()", id="another kind"),
    ],
)
def test_statements_with_other_heads_differ_as_a_whole(old: str, new: str) -> None:
    assert _texts(_parts(old, new)) == [(ast.unparse(ast.parse(old)), ast.unparse(ast.parse(new)))]


def test_equal_code_has_no_parts() -> None:
    assert not _parts("a = 'x'  # one", "a = 'x'")
