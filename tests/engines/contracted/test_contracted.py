"""Are calls judged by the contract of a change, in real workers?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engines.contracted.contracted_trees import judged, judged_alone

from swerve.model import FunctionReport, Verdict


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))


PRICE = """\
def price(n: int, unit: str = "EUR") -> int:
    if n < 0:
        raise ValueError("negative")
    return n * 2
"""
RAISE = 'raise ValueError("negative")'
FREE = """\
def price(n: int, unit: str = "EUR"):
    with case("nothing costs less than nothing"):
        when_signaled(ValueError)
        ensures(result == 0)
"""


def _judgements(report: FunctionReport) -> set[str | None]:
    return {witness.judgement for witness in report.witnesses}


@pytest.mark.slow
def test_what_the_contract_says_is_intended(tmp_path: Path) -> None:
    report = judged_alone(tmp_path, PRICE, PRICE.replace(RAISE, "return 0"), FREE)
    assert report.verdict is Verdict.CHANGED
    (witness,) = report.witnesses
    assert (witness.engine, witness.judgement) == ("contract", "intended")
    assert witness.why == 'as the contract says: "nothing costs less than nothing"'


def test_a_clause_that_does_not_hold_is_named_with_its_line_and_values(tmp_path: Path) -> None:
    report = judged_alone(tmp_path, PRICE, PRICE.replace(RAISE, "return 1"), FREE)
    witness = report.witnesses[0]
    assert witness.judgement == "unintended"
    assert witness.call.startswith("price(-")
    assert witness.why == (
        "contracts/app.py:4: `ensures(result == 0)` does not hold "
        '(case "nothing costs less than nothing"): result = 1'
    )


@pytest.mark.slow
def test_a_difference_outside_of_every_update_condition_is_unintended(tmp_path: Path) -> None:
    new = PRICE.replace(RAISE, "return 0").replace("* 2", "* 3")
    report = judged_alone(tmp_path, PRICE, new, FREE)
    assert _judgements(report) == {"intended", "unintended"}
    first = report.witnesses[0]
    assert first.judgement == "unintended"
    assert "but no update condition holds for this call" in (first.why or "")


@pytest.mark.slow
def test_what_is_to_be_preserved_must_not_differ(tmp_path: Path) -> None:
    contract = 'def price(n: int, unit: str = "EUR"):\n    preserves_when(unit == "EUR")\n'
    new = PRICE.replace("n * 2", 'n * 3 if unit == "USD" else n * 2')
    report = judged_alone(tmp_path, PRICE, new, contract)
    assert _judgements(report) == {"intended"}
    violated = judged_alone(tmp_path / "again", PRICE, PRICE.replace("* 2", "* 3"), contract)
    witness = violated.witnesses[0]
    assert witness.judgement == "unintended"
    assert "`preserves_when(unit == 'EUR')` holds" in (witness.why or "").replace('"', "'")


@pytest.mark.slow
def test_what_was_to_change_and_did_not_is_unintended(tmp_path: Path) -> None:
    new = PRICE.replace("n * 2", "2 * n")
    report = judged_alone(
        tmp_path,
        PRICE,
        new,
        FREE.replace("ensures(", "signals(ValueError, False)\n        ensures("),
    )
    assert report.verdict is Verdict.INCONCLUSIVE
    assert _judgements(report) == {"unintended"}
    assert "`signals(ValueError, False)` does not hold" in report.reason


@pytest.mark.slow
def test_a_clause_that_raises_is_a_fault_of_the_contract(tmp_path: Path) -> None:
    contract = (
        "def price(n: int, unit: str):\n    requires(unit[9] == 'a')\n    ensures(result > 0)\n"
    )
    report = judged_alone(tmp_path, PRICE, PRICE.replace(RAISE, "return 0"), contract)
    assert report.verdict is Verdict.INCONCLUSIVE
    assert report.reason.startswith("contracts/app.py:2:14: `requires(unit[9] == 'a')` raised")


@pytest.mark.slow
def test_a_condition_that_nothing_satisfies_is_said_with_its_line(tmp_path: Path) -> None:
    contract = (
        f'{FREE}    with case("never"):\n        when_signaled(KeyError)\n        ensures(result)\n'
    )
    report = judged_alone(tmp_path, PRICE, PRICE.replace(RAISE, "return 0"), contract)
    assert report.verdict is Verdict.CHANGED
    assert (
        'calls satisfies the update condition of case "never" (contracts/app.py:5)' in report.reason
    )


@pytest.mark.slow
def test_nothing_is_likely_preserved_where_no_call_was_relevant(tmp_path: Path) -> None:
    contract = "def price(n: int, unit: str):\n    when_signaled(KeyError)\n    ensures(result)\n"
    report = judged_alone(tmp_path, PRICE, PRICE.replace("n * 2", "2 * n"), contract)
    assert report.verdict is Verdict.INCONCLUSIVE
    assert "satisfies the update condition of the contract (contracts/app.py:2)" in report.reason


@pytest.mark.slow
def test_a_condition_that_no_call_satisfies_by_chance_is_aimed_at(tmp_path: Path) -> None:
    contract = (
        "def price(n: int, unit: str):\n"
        "    requires(3 * n + 7 == 30061 and unit.startswith('XYZ'))\n"
        "    ensures(result == prev(result) + 1)\n"
    )
    new = PRICE.replace("n * 2", "n * 2 + (n == 10018 and unit[:3] == 'XYZ')")
    report = judged_alone(tmp_path, PRICE, new, contract)
    assert _judgements(report) == {"intended"}
    assert "10018" in report.witnesses[0].call


@pytest.mark.slow
def test_calls_are_repaired_for_parameters_that_one_version_has(tmp_path: Path) -> None:
    old = "def total(items: list, legacy: bool, rate: int = 1):\n    return sum(items) * rate\n"
    new = (
        "def total(items: list, mode: str, rate: int = 1, *, limit: int):\n"
        "    found = sum(items) * rate\n"
        "    return min(found, limit) if mode == 'capped' else found\n"
    )
    contract = (
        "def total(items, legacy: Old[bool], mode: New[str], rate=1, *, limit: New[int]):\n"
        "    when_required(True)\n"
        "    requires(mode in ('capped', 'hard') and 40 < limit <= 50)\n"
        "    ensures(result <= limit)\n"
    )
    report = judged_alone(tmp_path, old, new, contract)
    assert "unintended" in _judgements(report)
    violated = next(each for each in report.witnesses if each.judgement == "unintended")
    assert 'mode="hard"' in (violated.why or "").replace("'", '"') or '"hard"' in (
        violated.why or ""
    )
    fixed = judged_alone(
        tmp_path / "again", old, new.replace("== 'capped'", "in ('capped', 'hard')"), contract
    )
    assert _judgements(fixed) <= {"intended"}
    assert "none of" not in fixed.reason


CART = """\
class Cart:
    def __init__(self, prices: list[int]):
        self.prices = prices

    def total(self) -> int:
        return sum(self.prices)
"""


@pytest.mark.slow
def test_a_field_that_only_the_new_version_has_is_no_difference(tmp_path: Path) -> None:
    new = CART.replace("= prices\n", "= prices\n        self.seen = 0\n").replace(
        "return sum(self.prices)", "self.seen += 1\n        return max(0, sum(self.prices))"
    )
    contract = (
        "class Cart:\n"
        "    seen: New[int]\n\n"
        "    def total(self):\n"
        "        when_ensured(result < 0)\n"
        "        ensures(result == 0 and self.seen == old(self.seen) + 1)\n"
    )
    files = {"app.py": new, "contracts/app.py": contract}
    reports, problems = judged(tmp_path, {"app.py": CART}, files)
    assert problems == ()
    assert _judgements(reports["app.py::Cart.total"]) == {"intended"}


@pytest.mark.slow
def test_bases_of_exceptions_of_the_project_are_known(tmp_path: Path) -> None:
    errors = "class Bad(Exception):\n    pass\n\n\nclass Worse(Bad):\n    pass\n\n\n"
    old = f"{errors}def f(n: int):\n    if n < 0:\n        raise Worse(n)\n    return n\n"
    contract = "from app import Bad\ndef f(n):\n    when_signaled(Bad)\n    ensures(result == 0)\n"
    report = judged_alone(tmp_path, old, old.replace("raise Worse(n)", "return 0"), contract)
    assert _judgements(report) == {"intended"}


@pytest.mark.slow
def test_errors_of_refused_calls_count_where_the_contract_speaks_of_them(tmp_path: Path) -> None:
    old = "def f(n):\n    return n + 1\n"
    new = "def f(n):\n    return 0 if n is None else n + 1\n"
    contract = "def f(n):\n    when_signaled(TypeError)\n    ensures(result == 0)\n"
    report = judged_alone(tmp_path, old, new, contract)
    assert _judgements(report) == {"intended"}


@pytest.mark.slow
def test_a_bad_contract_is_a_problem_and_the_run_goes_on(tmp_path: Path) -> None:
    old = {"app.py": PRICE, "other.py": PRICE}
    new = {
        "app.py": PRICE.replace("* 2", "* 3"),
        "other.py": PRICE.replace("* 2", "* 4"),
        "contracts/app.py": "def price(n, unit):\n    requires(result > 0)\n    ensures(True)\n",
        "other.contract.py": "def price(n):\n    requires(n > 0)\n    ensures(result == 4 * n)\n",
    }
    reports, (problem,) = judged(tmp_path, old, new)
    assert (problem.code, problem.file, problem.line) == ("bad-contract", "contracts/app.py", 2)
    assert problem.excerpt.splitlines()[-1].strip() == "^^^^^^"
    judgements = {key: _judgements(each) for key, each in reports.items()}
    assert judgements == {"app.py::price": {None}, "other.py::price": {"intended"}}


@pytest.mark.slow
def test_calls_of_tests_are_judged_and_repaired(tmp_path: Path) -> None:
    """Only the test knows the text that matters."""
    old = "def read(text, strict):\n    return 1 if text == 'q7-x' else 0\n"
    new = "def read(text):\n    return 2 if text == ''.join(['q7', '-x']) else 0\n"
    test = "import app\n\n\ndef test_it():\n    assert app.read('q' + '7-x', True) == 1\n"
    contract = "def read(text, strict: Old[bool]):\n    when_ensured(result)\n    ensures(False)\n"
    reports, problems = judged(
        tmp_path,
        {"app.py": old, "test_app.py": test},
        {"app.py": new, "test_app.py": test, "contracts/app.py": contract},
        skip=("shadow", "generate", "guided"),
    )
    assert problems == ()
    (witness,) = reports["app.py::read"].witnesses
    assert (witness.judgement, witness.engine) == ("unintended", "contract")
    assert 'the new version was called as `read("q7-x")`' in (witness.why or "")
