"""Does a contract get into a file without harm to what is there?"""

from __future__ import annotations

import pytest

from swerve.apps.approve._merging import CannotMerge, merged
from swerve.meaning.contract import Contracts, read_contracts

FILE = "contracts/shop/orders.py"
TOTAL = """\
from typing import Any

from swerve.meaning.contract import case, ensures, requires, signals, when_ensured


def total(x: Any) -> None:
    with case("value"):
        # total(0)  # result: 1 -> 2
        requires(x == 0)
        when_ensured(True)
        ensures(result == 2)
        signals(Exception, False)
"""
METHOD = """\
from swerve.meaning.contract import case, ensures, result


class Order:
    def total(self) -> None:
        with case("value"):
            # Order().total()  # result: 1 -> 2
            ensures(result == 2)
"""


def result_of(existing: str, addition: str) -> str:
    """The merged file: in order, with every line of the existing one that is no import."""
    found = merged(existing, addition, FILE)
    assert isinstance(found, str), found.why
    rest = iter(found.split("\n"))
    for line in existing.rstrip("\n").split("\n"):
        if not line.startswith("from swerve.") and line.strip():
            assert line in rest, f"{line!r} is gone, or not where it was"
    read = read_contracts(found, FILE)
    assert isinstance(read, Contracts)
    return found


def cases_of(text: str, function: str) -> list[str]:
    read = read_contracts(text, FILE)
    assert isinstance(read, Contracts)
    contract = read.of(function)
    assert contract is not None
    return [case.name for case in contract.cases]


def test_another_function_comes_last() -> None:
    existing = (
        '"""What changed in March."""\n'
        "# by hand\n"
        "from swerve.meaning.contract import ensures, result\n"
        "\n"
        "\n"
        "def count(x) -> None:  # kept\n"
        "    ensures(result == 1)  # why\n"
    )
    found = result_of(existing, TOTAL)
    assert found.startswith('"""What changed in March."""\n# by hand\n')
    assert (
        "from swerve.meaning.contract import case, ensures, requires, result, signals, "
        "when_ensured\n"
        "from typing import Any\n" in found
    )
    assert "    ensures(result == 1)  # why\n\n\ndef total(x: Any) -> None:\n" in found
    assert "        # total(0)  # result: 1 -> 2\n" in found
    assert cases_of(found, "count") == [""]
    assert cases_of(found, "total") == ["value"]


def test_a_function_that_has_a_contract_gets_another_case() -> None:
    existing = TOTAL.replace("x == 0", "x == 5") + "    # the last word\n\n\nLIMIT = 3  # kept\n"
    found = result_of(existing, TOTAL)
    assert cases_of(found, "total") == ["value", "value (2)"]
    assert '    # the last word\n    with case("value (2)"):\n' in found
    assert found.endswith("\n\n\nLIMIT = 3  # kept\n")


def test_clauses_without_a_case_stay_as_they_are() -> None:
    existing = "from swerve.meaning.contract import ensures\n\n\ndef total(x):\n  ensures(x)\n"
    found = result_of(existing, TOTAL)
    assert cases_of(found, "total") == ["", "value"]
    assert '\n  ensures(x)\n  with case("value"):\n' in found


def test_a_method_goes_into_its_class() -> None:
    existing = (
        "from swerve.meaning.contract import ensures, result\n"
        "\n"
        "\n"
        "class Order:\n"
        '    """A docstring."""\n'
        "\n"
        "    lines: int  # kept\n"
        "\n"
        "    def count(self) -> None:\n"
        "        ensures(result == 1)\n"
        "\n"
        "\n"
        "def other(x) -> None:\n"
        "    ensures(result == x)\n"
    )
    found = result_of(existing, METHOD)
    assert cases_of(found, "Order.total") == ["value"]
    assert "        ensures(result == 1)\n\n    def total(self) -> None:\n" in found
    again = result_of(found, METHOD)
    assert cases_of(again, "Order.total") == ["value", "value (2)"]


def test_a_class_that_is_not_there_is_made() -> None:
    found = result_of(TOTAL, METHOD)
    assert cases_of(found, "Order.total") == ["value"]
    assert found.endswith("            ensures(result == 2)\n")
    assert "\n\n\nclass Order:\n" in found


@pytest.mark.parametrize(
    "existing",
    [
        pytest.param("", id="nothing"),
        pytest.param("# to be written\n", id="a comment"),
        pytest.param('"""Words."""\n', id="a docstring"),
        pytest.param("LIMIT = 3", id="no newline at its end"),
    ],
)
def test_files_without_contracts(existing: str) -> None:
    found = result_of(existing, TOTAL)
    assert cases_of(found, "total") == ["value"]


def test_line_ends_stay_as_they_are() -> None:
    found = merged(TOTAL.replace("\n", "\r\n"), METHOD, FILE)
    assert isinstance(found, str)
    assert found.count("\n") == found.count("\r\n")


def test_an_import_with_a_comment_is_left_alone() -> None:
    line = "from swerve.meaning.contract import ensures, result  # noqa\n"
    found = result_of(f"{line}\n\ndef f(x):\n    ensures(result == x)\n", METHOD)
    assert found.startswith(f"{line}from swerve.meaning.contract import case\n")


def test_loops_are_not_functions() -> None:
    existing = (
        "from swerve.meaning.contract import ensures, loop, result\n\n\n"
        '@loop("total", 1, assigns="s")\ndef total(x: int) -> None:\n    ensures(result == x)\n'
    )
    found = merged(existing, TOTAL, FILE)
    assert isinstance(found, str)
    assert cases_of(found, "total") == ["value"]


def test_a_file_that_names_the_module_as_it_was_keeps_its_name_for_it() -> None:
    existing = METHOD.replace("swerve.meaning.contract", "swerve.contract")
    found = result_of(existing, TOTAL)
    assert "swerve.meaning" not in found
    assert cases_of(found, "total") == ["value"]


@pytest.mark.parametrize(
    ("existing", "why"),
    [
        pytest.param("def total(:\n", "this does not parse", id="a syntax error"),
        pytest.param("def total(x):\n    ensured(x)\n", "unknown clause", id="a fault"),
        pytest.param(
            "def total(x): ensures(x)\n", "on line 1 has its body on the same line", id="one line"
        ),
        pytest.param("def total(y):\n    ensures(y)\n", "unknown name `x`", id="other parameters"),
        pytest.param(
            "from shop import Any\n",
            "`Any` is already imported from `shop` there",
            id="another name",
        ),
    ],
)
def test_what_cannot_be_merged_is_said(existing: str, why: str) -> None:
    found = merged(existing, TOTAL, FILE)
    assert isinstance(found, CannotMerge)
    assert why in found.why
