"""Is the contract that is made from differences small, true, and about nothing else?"""

from __future__ import annotations

import ast
import textwrap

import pytest
from tests.meaning.contract.two_versions import FILE, Versions

from swerve.meaning.contract import (
    Contracts,
    Difference,
    Intended,
    Unintended,
    inferred,
    judge,
    read_contracts,
    signatures_in,
)

SIGNATURES = "def f({}):\n    ensures(True)\n"


def clauses_for(
    old: str, new: str, calls: list[str], parameters: str = "x"
) -> tuple[str, list[str], Contracts, Versions]:
    """The contract from those calls that differ; the others stayed."""
    texts = [f"def f({parameters}):\n{textwrap.indent(body, ' ')}\n" for body in (old, new)]
    versions = Versions(texts[0], texts[1], SIGNATURES.format(parameters))
    sides = [signatures_in(ast.parse(text))[0] for text in texts]
    differences, preserved = [], []
    for arguments in calls:
        call = versions.observed("f", arguments)
        if call.old.behaviour.snapshot == call.new.behaviour.snapshot and type(
            call.old.behaviour.outcome
        ) is type(call.new.behaviour.outcome):
            preserved.append(call)
        else:
            differences.append(Difference(call, f"f({arguments})"))
    text = inferred(sides[0], sides[1], differences, preserved)
    assert text is not None
    contracts = read_contracts(text, FILE)
    assert isinstance(contracts, Contracts), contracts.rendered
    contract = contracts.of("f")
    assert contract is not None
    for each in differences:
        assert isinstance(judge(contract, each.call), Intended)
    for stayed in preserved:
        assert not isinstance(judge(contract, stayed), Unintended)
    clauses = [clause.text for case in contract.cases for clause in case.clauses]
    return text, clauses, contracts, versions


@pytest.mark.parametrize(
    ("old", "new", "calls", "expected"),
    [
        pytest.param(
            "return x + 1",
            "return 0 if x is None else x + 1",
            ["None", "3"],
            ["when_signaled(TypeError)", "ensures(result == 0)", "signals(Exception, False)"],
            id="an error removed",
        ),
        pytest.param(
            "return x",
            "if x < 0: raise ValueError(x)\nreturn x",
            ["-1", "-5", "-7", "-9", "3"],
            [
                "requires(x < 0)",
                "when_ensured(True)",
                "ensures(False)",
                "signals(Exception, isinstance(exc, ValueError))",
            ],
            id="an error added",
        ),
        pytest.param(
            "raise KeyError(x)",
            "raise ValueError(x)",
            ["1", "2"],
            [
                "when_signaled(KeyError)",
                "ensures(False)",
                "signals(Exception, isinstance(exc, ValueError))",
            ],
            id="another error",
        ),
        pytest.param(
            "raise KeyError('a')",
            "raise KeyError('b')",
            ["1", "2"],
            [
                "when_signaled(KeyError)",
                "ensures(False)",
                "signals(Exception, isinstance(exc, KeyError) and str(exc) == \"'b'\")",
            ],
            id="another message",
        ),
        pytest.param(
            "return x",
            "return x + 2 if x > 0 else x",
            ["5", "9", "12", "20", "-3", "0"],
            [
                "requires(x > 0)",
                "when_ensured(True)",
                "ensures(result == prev(result) + 2)",
                "signals(Exception, False)",
            ],
            id="a constant added",
        ),
        pytest.param(
            "return 7",
            "return 3 * x - 1 if x > 3 else 7",
            ["5", "9", "12", "20", "1", "2"],
            [
                "requires(x >= 5)",
                "when_ensured(True)",
                "ensures(result == 3 * x - 1)",
                "signals(Exception, False)",
            ],
            id="linear in an argument",
        ),
        pytest.param(
            "return x * 10",
            "return x * 10 if x else None",
            ["0", "3"],
            [
                "requires(x == 0)",
                "when_ensured(True)",
                "ensures(result is None)",
                "signals(Exception, False)",
            ],
            id="one value",
        ),
        pytest.param(
            "return x",
            "return float(x)",
            ["1", "2", "3", "4"],
            [
                "requires(x > 0)",
                "when_ensured(True)",
                "ensures(result == prev(result) and isinstance(result, float))",
                "signals(Exception, False)",
            ],
            id="representation only",
        ),
        pytest.param(
            "return x",
            "x.append(1)\nreturn x",
            ["[]"],
            [
                "requires(x == [])",
                "when_ensured(True)",
                "ensures(result == [1])",
                "signals(Exception, False)",
            ],
            id="a list that is changed",
        ),
    ],
)
def test_the_smallest_contract(old: str, new: str, calls: list[str], expected: list[str]) -> None:
    _, clauses, _, _ = clauses_for(old, new, calls)
    assert clauses == expected


def test_anything_beyond_the_differences_is_unintended() -> None:
    _, _, contracts, versions = clauses_for(
        "return x", "return x + 1 if x > 0 else x", ["1", "5", "9", "20", "-1"]
    )
    contract = contracts.of("f")
    assert contract is not None
    further = Versions("def f(x): return x", "def f(x): return x + 2", SIGNATURES.format("x"))
    assert isinstance(judge(contract, further.observed("f", "1")), Unintended)
    assert isinstance(judge(contract, further.observed("f", "-1")), Unintended)
    assert isinstance(judge(contract, versions.observed("f", "30")), Intended)


def test_the_witnesses_stand_above_their_case() -> None:
    text, _, _, _ = clauses_for(
        "if x == 'k': raise KeyError(x)\nreturn x",
        "if x == 'k': return 0\nreturn x + 1 if x > 0 else x",
        ["'k'", "3", "4", "5", "6", "7", "8", "-2"],
    )
    assert text.splitlines() == [
        "from typing import Any",
        "",
        "from swerve.meaning.contract import case, ensures, prev, requires, result, signals, "
        "when_ensured, when_signaled",
        "",
        "",
        "def f(x: Any) -> None:",
        '    with case("no longer raises KeyError"):',
        "        # f('k') # outcome: raised KeyError('k') -> returned 0",
        "        when_signaled(KeyError)",
        "        ensures(result == 0)",
        "        signals(Exception, False)",
        '    with case("value"):',
        *[f"        # f({n}) # result: {n} -> {n + 1}" for n in range(3, 8)],
        "        # and 1 more",
        "        requires(x > 0)",
        "        when_ensured(True)",
        "        ensures(result == prev(result) + 1)",
        "        signals(Exception, False)",
    ]


def test_kinds_of_differences() -> None:
    for old, new, kind in (
        ("return 1", "return 2", "value"),
        ("return 1", "return 1.0", "representation"),
        ("return [1]", "return (1,)", "value"),
        ("return [0.3, 'a']", "return [0.1 + 0.2, 'a']", "representation"),
        ("return 0.3", "return 0.31", "value"),
        ("return 1", "raise KeyError(1)", "error"),
        ("raise KeyError(2)", "raise KeyError(1)", "message"),
        ("x.append(1)", "pass", "argument"),
    ):
        versions = Versions(f"def f(x): {old}", f"def f(x): {new}", SIGNATURES.format("x"))
        assert Difference(versions.observed("f", "[]"), "f([])").kind == kind


def test_structural_changes_are_declared() -> None:
    old, new = "def f(a, legacy=0): return a", "def f(a, *, cs=True): return -a"
    versions = Versions(old, new, SIGNATURES.format("a"))
    call = versions.observed("f", "3")
    sides = [signatures_in(ast.parse(text))[0] for text in (old, new)]
    text = inferred(sides[0], sides[1], [Difference(call, "f(3)")])
    assert text is not None
    assert "def f(a: Any, legacy: Old[Any] = 0, *, cs: New[Any] = True) -> None:" in text


def test_names_that_target_code_chose_stay_out_of_the_text() -> None:
    new = "E = type('x\"):\\n  import os #', (ValueError,), {})\nraise E(x)"
    text, clauses, _, _ = clauses_for("return x", new, ["1"])
    told = [line.strip() for line in text.splitlines() if "import os" in line]
    assert [line[:1] for line in told] == ["#"]
    assert "signals(Exception, isinstance(exc, Exception))" in clauses


def test_conditions_may_speak_of_what_a_method_is_called_on() -> None:
    text = """
        class Order:
            def __init__(self, discount): self.discount, self.lines = discount, [1]
            def total(self, price): return RESULT
    """
    texts = [
        textwrap.dedent(text).replace("RESULT", result)
        for result in ("price - self.discount", "max(0, price - self.discount)")
    ]
    versions = Versions(
        texts[0], texts[1], "class Order:\n    def total(self, price): ensures(True)\n"
    )
    sides = [signatures_in(ast.parse(each))[1] for each in texts]
    differences = [
        Difference(versions.observed("Order.total", price, on="Order(10)"), f"total({price})")
        for price in ("1", "2", "5", "7")
    ]
    preserved = [versions.observed("Order.total", price, on="Order(0)") for price in ("1", "5")]
    written = inferred(sides[0], sides[1], differences, preserved)
    assert written is not None
    assert written.splitlines()[5:7] == [
        "class Order:",
        "    def total(self, price: Any) -> None:",
    ]
    assert [line.strip() for line in written.splitlines()[11:]] == [
        "requires(self.discount == 10)",
        "when_ensured(True)",
        "ensures(result == 0)",
        "signals(Exception, False)",
    ]


def test_where_no_condition_fits_it_speaks_of_exactly_these_arguments() -> None:
    """Calls that stayed lie between those that differ."""
    calls = ["1, 7", "2, 5", "3, 3", "4, 8", "5, 1", "1, 5", "2, 7", "3, 8", "4, 3", "5, 5", "5, 8"]
    _, clauses, _, _ = clauses_for(
        "return x + y",
        "return -x if (x, y) in [(1, 7), (2, 5), (3, 3), (4, 8), (5, 1)] else x + y",
        calls,
        "x, y",
    )
    assert clauses[0] == "requires((x, y) in [(1, 7), (2, 5), (3, 3), (4, 8), (5, 1)])"


def test_what_is_not_meant_is_not_allowed() -> None:
    """Only some of the differences are approved: the others stay differences."""
    texts = ["def f(x):\n    return x\n", "def f(x):\n    return x + 1 if x > 0 else None\n"]
    versions = Versions(texts[0], texts[1], SIGNATURES.format("x"))
    old, new = (signatures_in(ast.parse(text))[0] for text in texts)
    meant = [Difference(versions.observed("f", each), f"f({each})") for each in "1234"]
    others = [versions.observed("f", each) for each in ("0", "-1", "-2", "-7")]
    text = inferred(old, new, meant, others=others, is_named=True)
    assert text is not None
    assert 'with case("value"):' in text
    contracts = read_contracts(text, FILE)
    assert isinstance(contracts, Contracts)
    contract = contracts.of("f")
    assert contract is not None
    assert all(isinstance(judge(contract, each), Unintended) for each in others)


def test_renamed_parameters_are_declared() -> None:
    texts = ["def f(a, prio=0):\n    return a\n", "def f(a, first=0):\n    return a + 1\n"]
    old, new = (signatures_in(ast.parse(text))[0] for text in texts)
    versions = Versions(
        texts[0], texts[1], 'def f(a, first=renamed_from("prio")):\n    ensures(True)\n'
    )
    call = versions.observed("f", old="3, prio=1", new="3, first=1")
    text = inferred(old, new, [Difference(call, "f(3, prio=1)")], renamed={"prio": "first"})
    assert text is not None
    assert 'def f(a: Any, first: Any = renamed_from("prio")) -> None:' in text
