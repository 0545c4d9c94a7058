"""What of a change must run before both versions count as tried?"""

from __future__ import annotations

import pytest

from swerve.model import Pair
from swerve.source import pair_in
from swerve.source.syntax.conditions import lines_not_run, places_not_run

OLD = "def f(rows):\n    return list(rows)\n"


def _lines(old: str, new: str) -> tuple[list[int], list[int]]:
    pair = pair_in("shop/cart.py", old, new, "f")
    assert isinstance(pair, Pair)
    return tuple(map(sorted, lines_not_run(pair, frozenset())))  # type: ignore[return-value]


def _limited(parameter: str, test: str) -> str:
    """A version with one more parameter, and code that runs by a test."""
    return (
        f"def f(rows, {parameter}):\n    rows = list(rows)\n"
        f"    if {test}:\n        rows = rows[:limit]\n    return rows\n"
    )


@pytest.mark.parametrize(
    ("parameter", "test"),
    [
        ("limit=None", "limit is not None"),
        ("limit=None", "limit"),
        ("limit=None", "rows and limit is not None"),
        ("limit=0", "limit != 0"),
        ("limit=UNSET", "not (limit is UNSET)"),
        ("*, limit=None", "limit is not None"),
    ],
)
def test_what_needs_a_parameter_of_one_version_is_out_of_reach(parameter: str, test: str) -> None:
    assert _lines(OLD, _limited(parameter, test)) == ([2], [2, 3, 5])


@pytest.mark.parametrize(
    ("parameter", "test"),
    [
        ("limit", "limit is not None"),
        ("limit=None", "limit is None"),
        ("limit=None", "limit is not None or rows"),
        ("limit=None", "limit < 3"),
        ("limit=None", "(limit := 3) is not None"),
    ],
)
def test_all_else_can_be_reached(parameter: str, test: str) -> None:
    assert _lines(OLD, _limited(parameter, test))[1] == [2, 3, 4, 5]


def test_a_handler_that_names_another_exception_must_run() -> None:
    old = "def f(x):\n    try:\n        return x()\n    except KeyError:\n        return 0\n"
    new = old.replace("KeyError", "LookupError")
    pair = pair_in("shop/cart.py", old, new, "f")
    assert isinstance(pair, Pair)
    assert list(places_not_run(pair, frozenset({(0, 5), (1, 3)}))) == [
        "`return 0` (new line 5) never ran"
    ]


@pytest.mark.parametrize(
    "test",
    [
        "sys.version_info < (3, 4)",
        "sys.version_info[0] == 2",
        "sys.version_info[:2] <= (3, 3)",
        "sys.version_info.major != 3",
        "TYPE_CHECKING",
        "typing.TYPE_CHECKING",
        "six.PY2",
    ],
)
def test_code_for_other_pythons_is_out_of_reach(test: str) -> None:
    new = f"def f(rows):\n    if {test}:\n        rows = old(rows)\n    return tuple(rows)\n"
    assert _lines(OLD, new)[1] == [2, 4]


def test_a_function_inside_that_nobody_names_is_out_of_reach() -> None:
    inner = "def f(rows):\n    def g(x):\n        return x + 1\n    return tuple(rows)\n"
    assert _lines(OLD, inner)[1] == [2, 4]
    named = inner.replace("tuple(rows)", "tuple(map(g, rows))")
    assert _lines(OLD, named)[1] == [2, 3, 4]
    decorated = inner.replace("    def g", "    @rows.add\n    def g")
    assert _lines(OLD, decorated)[1] == [3, 4, 5]


def test_an_import_that_one_file_needs_anyway_does_not_fail() -> None:
    old = (
        "def f(x):\n    try:\n        import shop\n    except ImportError:\n        return None\n"
        "    return shop.get(x)\n"
    )
    new = "import shop\ndef f(x):\n    return shop.get(x)\n"
    assert _lines(old, new)[0] == [3]
    assert _lines(old, new.replace("import shop", "import other"))[0] == [3, 5]
