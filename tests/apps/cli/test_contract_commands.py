"""`swerve contract check` and `prove` as a user runs them, in real repositories."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from swerve.apps.cli import main

if TYPE_CHECKING:
    from tests.conftest import Repository

OLD = """\
def price(amount: int, rebate: int) -> int:
    if rebate > 100:
        raise ValueError("rebate")
    return amount - rebate


def fee(amount: int) -> int:
    return amount // 10


def other(amount: int) -> int:
    return amount + amount
"""
NEW = """\
def price(amount: int, rebate: int) -> int:
    if rebate > 100:
        return 0
    return amount - rebate


def fee(amount: int) -> int:
    if amount == 12345:
        return 0
    return amount // 10


def other(amount: int) -> int:
    return 2 * amount
"""
PRICE = """\
def price(amount: int, rebate: int) -> None:
    with case("large rebates"):
        when_signaled(ValueError)
        signals(Exception, False)
        ensures(result == 0)
"""
FEE = """\
def fee(amount: int) -> None:
    requires(amount > 20000)
    ensures(result == prev(result))
"""


@pytest.fixture
def shop(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.chdir(repository.path)
    repository.commit("start", {"price.py": OLD})
    repository.write("price.py", NEW)
    return repository


@pytest.mark.slow
def test_proofs_name_the_contract_what_they_rely_on_and_how_it_is_violated(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.write("contracts/price.py", f"{PRICE}\n\n{FEE}")
    assert main(["contract", "prove", "--trust-change"]) == 1
    shown = capsys.readouterr().out
    assert "proved      price  price.py:1  keeps contracts/price.py:1, for every call" in shown
    assert "as long as amount is int, not a subclass" in shown
    assert "refuted     fee  price.py:7  does not hold: keeps contracts/price.py:8" in shown
    assert "fee(12345)" in shown
    assert "but no update condition holds for this call" in shown
    assert "new 8      amount = 12345" in shown
    assert "proved      other  price.py:13  nothing changed, for every call" in shown
    assert shown.endswith("2 of 3 functions proved\n")


@pytest.mark.slow
def test_programs_get_the_same_answers(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.write("contracts/price.py", PRICE)
    assert main(["contract", "prove", "--format", "json"]) == 1
    answers = {each["name"]: each for each in json.loads(capsys.readouterr().out)}
    assert answers["price"]["answer"] == "proved"
    assert answers["price"]["contract"] == "contracts/price.py:1"
    assert answers["fee"]["answer"] == "refuted"
    assert answers["fee"]["contract"] is None
    assert {step["side"] for step in answers["fee"]["trace"]} == {"old", "new"}
    assert answers["other"]["bound"] is None


@pytest.mark.slow
def test_check_looks_at_nothing_that_has_no_contract(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.write("contracts/price.py", FEE)
    words = ["contract", "check", "--effort", "quick", "--format", "json"]
    assert main(words) == 1
    (function,) = json.loads(capsys.readouterr().out)["functions"]
    assert function["name"] == "fee"
    (witness,) = function["witnesses"]
    assert witness["call"] == "fee(12345)"
    assert witness["judgement"] == "unintended"
    assert "contracts/price.py:1" in witness["why"]


def test_check_without_any_contract_says_what_to_do(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["contract", "check"]) == 2
    assert "swerve contract infer" in capsys.readouterr().err


def test_a_contract_that_is_wrong_is_told_with_its_place(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.write("contracts/price.py", FEE.replace("amount >", "amonut >"))
    assert main(["contract", "check", "--fail-on", "inconclusive"]) == 1
    shown = capsys.readouterr().out
    assert "contracts/price.py:2" in shown
    assert "did you mean `amount`?" in shown
    assert "^^^^^^" in shown
