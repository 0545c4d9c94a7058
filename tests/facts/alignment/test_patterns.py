"""The patterns of the paper, each with what it says the unified program is."""

from __future__ import annotations

import textwrap

import pytest
from tests.facts.alignment.versions import body_of, in_function, merged, patterns


def _check(old: str, new: str, expected: str, *expected_patterns: str) -> None:
    found = merged(in_function(old), in_function(new))
    assert body_of(found) == textwrap.dedent(expected).strip()
    assert patterns(found) == list(expected_patterns)


@pytest.mark.parametrize(
    ("old", "new", "expected", "pattern"),
    [
        pytest.param("x = y + a", "x = y + b", "x = y + change(a, b)", "1a", id="right-hand side"),
        pytest.param(
            "y(a + len(c))", "y(b + len(c))", "y(change(a, b) + len(c))", "1b", id="argument"
        ),
        pytest.param("return a % 2", "return b % 2", "return change(a, b) % 2", "1c", id="return"),
        pytest.param(
            "assert a > 1", "assert a > 2", "assert a > change(1, 2)", "1d", id="condition"
        ),
        pytest.param(
            "return x > 10", "return x > 20", "return x > change(10, 20)", "1c", id="figure 2"
        ),
        pytest.param(
            "return", "return a", "return change(None, a)", "1c", id="a value returned at last"
        ),
    ],
)
def test_expressions_change_as_deep_as_they_can(
    old: str, new: str, expected: str, pattern: str
) -> None:
    _check(old, new, expected, pattern)


@pytest.mark.parametrize(
    ("old", "new", "expected", "pattern"),
    [
        pytest.param("a", "a or b", "a or change(False, b)", "1e", id="A to A or B"),
        pytest.param("a and b", "a", "a and change(b, True)", "1f", id="A and B to A"),
        pytest.param("a or b", "a", "a or change(b, False)", "1g", id="A or B to A"),
        pytest.param("a", "a and b", "a and change(True, b)", "1h", id="A to A and B"),
        pytest.param("a or b", "b", "change(a or b, b)", "1i", id="A or B to B"),
        pytest.param("a and b", "b", "change(a and b, b)", "1j", id="A and B to B"),
        pytest.param(
            "a and b and c", "a and b", "a and b and change(c, True)", "1f", id="three, the last"
        ),
        pytest.param(
            "a and b",
            "a and b and x and y",
            "a and b and change(True, x and y)",
            "1h",
            id="two more",
        ),
        pytest.param(
            "a or c", "a or b or c", "a or change(c, b or c)", "1i", id="one in the middle"
        ),
        pytest.param("a and x > 1", "a and x > 2", "a and x > change(1, 2)", "1d", id="an operand"),
        pytest.param("not (a or b)", "not a", "not (a or change(b, False))", "1g", id="under not"),
    ],
)
def test_conditions_are_strengthened_and_weakened_without_spurious_splits(
    old: str, new: str, expected: str, pattern: str
) -> None:
    _check(f"if {old}:\n    y()", f"if {new}:\n    y()", f"if {expected}:\n    y()", pattern)


def test_a_value_is_never_given_a_constant_operand() -> None:
    """`a or False` is not `a` when somebody looks at the value."""
    _check("return a", "return a or b", "return change(a, a or b)", "1c")
    _check("return a or c", "return a or b or c", "return a or change(c, b or c)", "1i")


def test_assignments_are_added_and_removed() -> None:
    _check("y()", "x = a\ny()", "x = change(x, a)\ny()", "2a")
    _check("x = a\ny()", "y()", "x = change(a, x)\ny()", "2b")


def test_a_variable_that_may_have_no_value_is_not_read() -> None:
    old = "if a:\n    v = 1\ny()\nif a:\n    y(v)"
    new = "if a:\n    v = 1\nv = 2\ny()\nif a:\n    y(v)"
    expected = """
    if a:
        v = 1
    if change(False, True):
        v = 2
    y()
    if a:
        y(v)
    """
    _check(old, new, expected, "3b")


def test_a_value_that_nobody_sees_stands_in_where_there_is_none_yet() -> None:
    old = "v = x.pop()\nif a:\n    y(a)\nelse:\n    y(v)"
    new = "if a:\n    y(a)\nelse:\n    v = x.pop()\n    y(v)"
    expected = """
    v = change(x.pop(), None)
    if a:
        y(a)
    else:
        v = change(v, x.pop())
        y(v)
    """
    _check(old, new, expected, "2b", "2a")


def test_code_behind_with_may_not_have_run() -> None:
    """The context manager may swallow what is raised before the assignment."""
    old = "with a:\n    v = x()\ny()\nreturn [v]"
    new = "with a:\n    v = x()\nv = 2\ny()\nreturn [v]"
    assert patterns(merged(in_function(old), in_function(new))) == ["3b"]


@pytest.mark.parametrize(
    ("old", "new", "expected", "pattern"),
    [
        pytest.param(
            "y()", "if a:\n    x()\ny()", "if change(False, a):\n    x()\ny()", "2c", id="if added"
        ),
        pytest.param(
            "if a:\n    x()\ny()",
            "y()",
            "if change(a, False):\n    x()\ny()",
            "2d",
            id="if removed",
        ),
        pytest.param(
            "if a:\n    x(b, c)",
            "x(b, c)",
            "if change(a, True):\n    x(b, c)",
            "2e",
            id="guard removed",
        ),
        pytest.param(
            "x(b, c)",
            "if a:\n    x(b, c)",
            "if change(True, a):\n    x(b, c)",
            "2f",
            id="guard added",
        ),
        pytest.param(
            "y()",
            "while a:\n    x()\ny()",
            "while change(False, a):\n    x()\ny()",
            "2c",
            id="while added",
        ),
        pytest.param(
            "for i in a:\n    x(i)\ny()",
            "y()",
            "for i in change(a, ()):\n    x(i)\ny()",
            "2d",
            id="for removed",
        ),
        pytest.param(
            "if a:\n    x(b, c)\nelse:\n    y()",
            "x(b, c)",
            "if change(a, True):\n    x(b, c)\nelse:\n    y()",
            "2e",
            id="one branch is left",
        ),
        pytest.param(
            "if a:\n    x()\nelse:\n    y(b, c)",
            "if a:\n    x()\nelif b:\n    x(c)\nelse:\n    y(b, c)",
            "if a:\n    x()\nelif change(False, b):\n    x(c)\nelse:\n    y(b, c)",
            "2f",
            id="elif added",
        ),
        pytest.param(
            "return a.b",
            "return a.b if c else 0",
            "return a.b if change(True, c) else 0",
            "2f",
            id="guarded value",
        ),
    ],
)
def test_guards_are_added_and_removed(old: str, new: str, expected: str, pattern: str) -> None:
    _check(old, new, expected, pattern)


def test_straight_line_code_is_added_removed_and_replaced() -> None:
    _check("x()", "x()\ny(a)", "x()\nif change(False, True):\n    y(a)", "3b")
    _check("x()\ny(a)", "x()", "x()\nif change(True, False):\n    y(a)", "3a")
    _check(
        "raise x",
        "return y",
        "if change(True, False):\n    raise x\nelse:\n    return y",
        "3c",
    )


def test_variables_are_added_and_removed() -> None:
    _check(
        "return x.a + 1",
        "v = x.a\nreturn v + 1",
        "v = change(None, x.a)\nreturn change(x.a, v) + 1",
        "4",
        "1c",
    )
    _check("p, q = a\ny()", "y()", "p, q = change(a, (None, None))\ny()", "4")


def test_the_type_of_an_inner_function_changes() -> None:
    old = "def g(v: int): return v\nreturn g"
    new = "def g(v: float) -> int: return v\nreturn g"
    found = merged(in_function(old), in_function(new))
    assert "def g(v: change(int, float)) -> change(None, int):" in body_of(found)
    assert "5" in patterns(found)


def test_what_moved_was_removed_and_added() -> None:
    found = merged(in_function("x()\ny(a)\nb()"), in_function("y(a)\nb()\nx()"))
    assert patterns(found) == ["3a", "3b"]


def test_lines_of_both_versions_are_known() -> None:
    old = in_function("if a:\n    return 1\nreturn x + 1")
    new = in_function("y()\nif a:\n    return 1\nreturn x + 2")
    found = merged(old, new)
    added, changed = found.sites
    assert (added.old_lines, added.new_lines) == ((), (2,))
    assert (changed.old_lines, changed.new_lines) == ((4,), (5,))
    assert not added.is_below_statement
    assert changed.is_below_statement
    assert found.old_lines == {3: 2, 4: 3, 5: 4}


def test_small_code_is_shared_too() -> None:
    _check(
        "if x > 10:\n    y = x - 1\nreturn y",
        "if x > 20 and a:\n    y = x + 1\nb(y)\nreturn y",
        """
        if x > change(10, 20) and change(True, a):
            y = change(x - 1, x + 1)
        if change(False, True):
            b(y)
        return y
        """,
        "1d",
        "1h",
        "1a",
        "3b",
    )
