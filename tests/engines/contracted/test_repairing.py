"""How are calls of the old version written for the new one, and with which values?"""

from __future__ import annotations

import ast

import pytest

from swerve.engines.contracted._aiming import asked_values
from swerve.engines.contracted.repaired import repairs
from swerve.meaning.contract import Contract, Contracts, read_contracts, signatures_in
from swerve.observe.recipe import CallRecipe, Name, Recipe, python_of


def _contract(text: str) -> Contract:
    read = read_contracts(text, "contracts/app.py", "app.py")
    assert isinstance(read, Contracts), read
    return read.contracts[0]


def _call(*args: Recipe, **kwargs: Recipe) -> CallRecipe:
    return CallRecipe(Name("app", "f"), args=args, kwargs=tuple(kwargs.items()))


@pytest.mark.parametrize(
    ("old", "new", "contract", "call", "expected"),
    [
        ("a, b", "a", "a, b: Old[int]", _call(1, 2), ["f(1)"]),
        ("a, b, c", "a, c", "a, b: Old[int], c", _call(1, 2, 3), ["f(1, 3)"]),
        ("a, b", "a, m=0, b=1", "a, m: New[int] = 0, b=1", _call(1, 2), ["f(1, b=2)"]),
        ("a, b", "a, m, b", "a, m: New[int], b", _call(1, 2), ["f(1, 7, 2)"]),
        ("a", "a, *, m", "a, *, m: New[int]", _call(1), ["f(1, m=7)"]),
        ("a, *rest", "a, m, *rest", "a, m: New[int], *rest", _call(1, 2), ["f(1, 7, 2)"]),
        ("a", "b", 'b=renamed_from("a")', _call(a=1), ["f(b=1)"]),
        ("a, b", "a, b", "a, b", _call(1, 2), []),
    ],
)
def test_a_call_is_written_anew(
    old: str, new: str, contract: str, call: CallRecipe, expected: list[str]
) -> None:
    asked = "requires(m == 7)" if "New" in contract and "= 0" not in contract else "requires(True)"
    text = f"def f({contract}):\n    when_required(True)\n    {asked}\n    ensures(True)\n"
    was, now = (signatures_in(ast.parse(f"def f({each}): pass"))[0] for each in (old, new))
    written = [str(python_of(each(call)).expression) for each in repairs(_contract(text), was, now)]
    assert written == expected


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("m == 7", {"m": 7}),
        ("m in ('x', 'y')", {"m": "x"}),
        ("3 < m < 5", {"m": 4}),
        ("len(m) == 3 and m.startswith('a')", {"m": "aaa"}),
        ("isinstance(m, list)", {"m": []}),
        ("m", {"m": 1}),
        ("3 * m + 7 == 30061", {"m": 10018}),
        ("m % 1000 == 17 and m > 5000", {"m": 5017}),
    ],
)
def test_values_are_those_that_conditions_ask_for(
    condition: str, expected: dict[str, object]
) -> None:
    contract = _contract(f"def f(m):\n    requires({condition})\n    ensures(True)\n")
    found = asked_values(contract, contract.cases[0])
    if "1000" in condition:
        assert all(each["m"] % 1000 == 17 for each in found)
        assert found
    else:
        assert found[0] == expected


def test_nothing_is_made_up_where_nothing_can_be() -> None:
    contract = _contract("def f(m):\n    requires(m * m == 7)\n    ensures(True)\n")
    assert asked_values(contract, contract.cases[0]) == []
