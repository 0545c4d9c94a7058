"""`swerve contract explain-test`: real tests of real repositories, explained."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from tests.conftest import Repository

from swerve.apps.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

    Files = dict[str, str | bytes]
    Explain = Callable[..., tuple[int, str]]

SHOP = """\
RATE = 2


class Named:
    def __init__(self, name):
        self.name = name

    def p(self, x):
        self.name = None if x else x + 1


def price_of(item):
    return {"tea": 3, "milk": 2}[item]


def total(items):
    return sum(map(price_of, items))


def labelled(item):
    return f"{item}: {price_of(item)}"


def rounded(x):
    return round(x)


def doubled(x):
    return x * RATE
"""
#: `price_of` should give 0 for what is missing, and does; it should not make milk cheaper.
NEW_SHOP = (
    SHOP.replace("None if x else x + 1", '""')
    .replace('return {"tea": 3, "milk": 2}[item]', 'return {"tea": 3, "milk": 1}.get(item, 0)')
    .replace('f"{item}: {price_of(item)}"', 'f"{item}: {price_of(item)!r}"')
    .replace("round(x)", "int(x)")
    .replace("RATE = 2", "RATE = 3")
)
CONTRACTS = """\
class Named:
    name: str | None

    def p(self, x) -> None:
        with case("abnormal termination"):
            when_signaled(TypeError)
            signals(TypeError, False)
        with case("normal termination"):
            when_ensured(self.name is None)
            ensures(self.name == "")


def price_of(item: str) -> None:
    with case("what is missing costs nothing"):
        when_signaled(KeyError)
        signals(Exception, False)
        ensures(result == 0)


def labelled(item: str) -> None:
    when_signaled(KeyError)
    ensures(result == f"{item}: 0")
"""
TESTS = """\
import pytest
from shop import Named, doubled, labelled, price_of, rounded, total


def test_tea():
    assert total(["tea"]) == 3


def test_named_raises():
    with pytest.raises(TypeError):
        Named("a").p(None)


def test_named_has_none():
    named = Named("a")
    named.p(1)
    assert named.name is None


def test_named_counts():
    named = Named("a")
    named.p(0)
    assert named.name == 1


@pytest.mark.parametrize("item", ["gold"])
def test_missing(item):
    with pytest.raises(KeyError):
        total([item])


def test_total():
    assert total(["tea", "milk"]) == 5


def test_labelled():
    assert labelled("milk") == "milk: 2"


def test_rounded():
    assert rounded(1.7) == 2


def test_doubled():
    assert doubled(2) == 4


def test_always_red():
    assert total(["tea"]) == 4
"""
#: Figure 16, and contracts for tests that say something else.
OF_TESTS = """\
def test_must_pass() -> None:
    applies(TEST)


def test_xxx() -> None:
    when_ensured(True)
    signals(AssertionError, False)


class TestShop:
    def test_may_fail(self) -> None:
        when_ensured(True)
        signals(AssertionError)


def test_contradicted() -> None:
    applies(TEST)
"""
TESTS_WITH_CONTRACTS = """\
from shop import price_of, rounded


def test_must_pass(tmp_path):
    assert rounded(1.7) == 2


def test_xxx():
    assert rounded(1.7) == 2


class TestShop:
    def test_may_fail(self):
        assert rounded(1.7) == 2


def test_contradicted():
    try:
        price_of("gold")
    except KeyError:
        return
    assert False
"""


@pytest.fixture(scope="module")
def explain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Explain]:
    """Make two commits, and explain a test of the second one."""
    with pytest.MonkeyPatch.context() as patch:
        cache = tmp_path_factory.mktemp("cache")
        patch.setenv("SWERVE_CACHE", str(cache))
        patch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        for who in ("AUTHOR", "COMMITTER"):
            patch.setenv(f"GIT_{who}_NAME", "Ada")
            patch.setenv(f"GIT_{who}_EMAIL", "ada@example.org")

        def explained(test: str, old: Files, new: Files, *options: str) -> tuple[int, str]:
            path = tmp_path_factory.mktemp("repository")
            repository = Repository(path)
            repository.git("init", "--quiet", "--initial-branch=main")
            repository.commit("old", old)
            repository.commit("new", new)
            output = tmp_path_factory.mktemp("output") / "said"
            patch.chdir(path)
            words = ["contract", "explain-test", test, "HEAD", "--output", str(output), *options]
            status = main(words)
            return status, output.read_text() if output.exists() else ""

        yield explained


@pytest.fixture(scope="module")
def shop(explain: Explain) -> dict[str, Any]:
    """What is said about each test of the shop, and "status"."""
    old: Files = {"shop.py": SHOP, "tests/test_shop.py": TESTS}
    new: Files = {"shop.py": NEW_SHOP, "contracts/shop.py": CONTRACTS}
    status, said = explain("tests/test_shop.py", old, new, "--format", "json")
    return {"status": status, **_by_test(said)}


@pytest.fixture(scope="module")
def with_contracts(explain: Explain) -> dict[str, Any]:
    """What is said about tests that have contracts themselves."""
    old: Files = {"shop.py": SHOP, "tests/test_shop.py": TESTS_WITH_CONTRACTS}
    new: Files = {
        "shop.py": NEW_SHOP,
        "contracts/shop.py": CONTRACTS,
        "contracts/tests/test_shop.py": OF_TESTS,
    }
    _, said = explain("tests/test_shop.py", old, new, "--format", "json")
    return _by_test(said)


def _by_test(said: str) -> dict[str, Any]:
    found = json.loads(said)
    assert found["schema"] == "swerve-explain-test/1"
    assert found["problems"] == []
    return {each["test"].partition("::")[2]: each for each in found["tests"]}


@pytest.mark.slow
def test_a_test_that_passes(shop: dict[str, Any]) -> None:
    assert shop["test_tea"]["answer"] == "passes"


@pytest.mark.parametrize(
    ("test", "case", "line", "old", "new"),
    [
        (
            "test_named_raises",
            "abnormal termination",
            5,
            "raised TypeError(\"unsupported operand type(s) for +: 'NoneType' and 'int'\")",
            "returned None",
        ),
        (
            "test_named_has_none",
            "normal termination",
            8,
            "returned None, and left `receiver.name` as None",
            "returned None, and left `receiver.name` as ''",
        ),
    ],
)
def test_figure_15_a_test_is_out_of_date(
    shop: dict[str, Any], test: str, case: str, line: int, old: str, new: str
) -> None:
    found = shop[test]
    assert found["answer"] == "out-of-date"
    assert found["why"] == "it asserts behaviour that the contract changes"
    (call,) = found["calls"]
    assert (call["function"], call["old"], call["new"]) == ("Named.p", old, new)
    assert (call["contract"]["case"], call["contract"]["line"]) == (case, line)


def test_figure_15_the_code_is_wrong(shop: dict[str, Any]) -> None:
    found = shop["test_named_counts"]
    assert found["answer"] == "code-is-wrong"
    assert "`receiver.name` differs: 1 became ''" in found["calls"][0]["contract"]["why"]
    assert shop["status"] == 1


def test_a_function_that_is_only_called_by_others_is_judged(shop: dict[str, Any]) -> None:
    """`total` itself did not change, and needs no contract."""
    found = shop["test_missing[gold]"]
    assert found["answer"] == "out-of-date"
    assert [call["call"] for call in found["calls"]] == ["price_of('gold')"]
    found = shop["test_total"]
    assert found["answer"] == "code-is-wrong"
    assert found["why"] == "the fault is in `price_of`: it violates contracts/shop.py:13"
    (call,) = found["calls"]
    assert (call["call"], call["old"], call["new"]) == (
        "price_of('milk')",
        "returned 2",
        "returned 1",
    )


def test_the_callee_is_blamed_and_not_its_caller(shop: dict[str, Any]) -> None:
    found = shop["test_labelled"]
    assert found["answer"] == "code-is-wrong"
    (fault,) = found["faults"]
    assert (fault["function"], fault["callers"]) == ("price_of", ["labelled"])


@pytest.mark.parametrize(
    ("test", "function"), [("test_rounded", "rounded"), ("test_doubled", "doubled")]
)
def test_a_function_without_contract_needs_one(
    shop: dict[str, Any], test: str, function: str
) -> None:
    found = shop[test]
    assert (found["answer"], found["needed"]) == ("unclear", [function])
    assert "no contract says whether that is intended" in found["why"]


def test_a_test_that_fails_on_both_sides(shop: dict[str, Any]) -> None:
    found = shop["test_always_red"]
    assert found["answer"] == "not-the-change"
    assert found["old"]["ended"] == found["new"]["ended"] == "failed"


@pytest.mark.slow
@pytest.mark.parametrize("test", ["test_must_pass", "test_xxx"])
def test_figure_16_a_test_that_passed_must_pass(with_contracts: dict[str, Any], test: str) -> None:
    found = with_contracts[test]
    assert found["answer"] == "code-is-wrong"
    assert found["own"]["contract"]["file"] == "contracts/tests/test_shop.py"
    assert "the new version raised AssertionError" in found["own"]["contract"]["why"]


def test_a_contract_may_say_that_a_test_is_out_of_date(with_contracts: dict[str, Any]) -> None:
    found = with_contracts["TestShop::test_may_fail"]
    assert found["answer"] == "out-of-date"
    assert found["own"]["standing"] == "intended"


def test_a_test_that_must_pass_and_cannot_is_no_verdict(with_contracts: dict[str, Any]) -> None:
    found = with_contracts["test_contradicted"]
    assert found["answer"] == "unclear"
    assert "contracts/tests/test_shop.py:17 says that the test passes" in found["why"]
    assert "contracts/shop.py:14 changes what it asserts" in found["why"]


@pytest.mark.slow
def test_an_answer_in_words(explain: Explain) -> None:
    """A test of 7.8.4: the names of the callees are new, what it expects of them is not."""
    test = "from shop import cost\n\n\ndef test_cost():\n    assert cost(2) == 4\n"
    price = (
        "def price(n):\n    if n < 0:\n        raise ValueError(n)\n"
        "    amounts = [2 for _ in range(n)]\n    return sum(amounts)\n"
    )
    old: Files = {"shop.py": price, "tests/test_shop.py": ""}
    new: Files = {
        "shop.py": price.replace("price", "cost").replace("sum(amounts)", "sum(amounts) + 1"),
        "tests/test_shop.py": test,
        "contracts/shop.py": "def cost(n: int) -> None:\n"
        '    renamed_from("price")\n'
        "    ensures(result == prev(result) + 1)\n",
    }
    status, said = explain("tests/test_shop.py::test_cost", old, new)
    assert status == 0
    head, why, ends, *rest = said.splitlines()
    assert head == "tests/test_shop.py::test_cost: the test is out of date"
    assert why == "  It asserts behaviour that the contract changes."
    assert "it cannot be imported (ImportError: cannot import name 'cost' from 'shop');" in ends
    assert rest == [
        "  cost(2)  # shop.py:1",
        "    old  returned 4",
        "    new  returned 5",
        "    contracts/shop.py:3: as the contract says",
    ]


def test_an_unknown_test_is_wrong_use(explain: Explain, capsys: pytest.CaptureFixture[str]) -> None:
    old: Files = {"shop.py": SHOP}
    status, _ = explain("tests/test_shop.py::test_x", old, {"shop.py": NEW_SHOP})
    assert status == 2
    assert "There is no file `tests/test_shop.py` in the new version." in capsys.readouterr().err
