"""What holds of contracts in general: defaults, overlaps, isomorphism, what cannot be told."""

from __future__ import annotations

import ast
from itertools import product

import pytest
from tests.meaning.contract.two_versions import Versions, contracts_from

from swerve.meaning.contract import (
    Case,
    Classes,
    ClauseKind,
    Faulty,
    Intended,
    Judgement,
    NotRelevant,
    ObservedCall,
    SideRun,
    Unclear,
    Unintended,
    default_predicate,
    judge,
)
from swerve.model.behaviour import Behaviour, StopReason, Unfinished

IDENTITY = "def f(x): return x"


def case_with(*clauses: str) -> Case:
    text = "def f(x):\n" + "".join(f"    {clause}\n" for clause in clauses)
    contract = contracts_from(text).of("f")
    assert contract is not None
    return contract.cases[0]


TABLE_1 = [
    # omitted clause, context, default predicate
    ("when_ensured", ("when_signaled(KeyError)",), False),
    ("when_ensured", ("requires(x)",), True),
    ("when_signaled", ("when_ensured(result)",), False),
    ("when_signaled", ("requires(x)",), True),
    ("when_required", ("requires(x == 3)", "ensures(x)"), "x == 3"),
    ("when_required", ("ensures(x)",), True),
    ("requires", ("ensures(x)",), True),
    ("requires", ("when_required(x)",), True),
    ("ensures", ("requires(x)",), True),
    ("signals", ("requires(x)",), True),
]


@pytest.mark.parametrize(("omitted", "context", "expected"), TABLE_1)
def test_table_1_default_predicates(
    omitted: str, context: tuple[str, ...], expected: bool | str
) -> None:
    default = default_predicate(case_with(*context), ClauseKind(omitted))
    if isinstance(expected, bool):
        assert default is expected
    else:
        assert not isinstance(default, bool)
        assert [clause.condition.text for clause in default] == [expected]


UPDATES = list(product([None, "result > 0", "False"], [None, "KeyError", "ValueError"]))


@pytest.mark.parametrize(("ensured", "signaled"), UPDATES)
@pytest.mark.parametrize("x", ["1", "-1", "'k'"])
def test_table_1_decides_which_calls_are_to_change(
    ensured: str | None, signaled: str | None, x: str
) -> None:
    """`f` returns numbers and raises KeyError for texts; the contract asks for what nobody does."""
    if ensured == "False" and signaled is None:
        return  # nothing satisfies it, which reading says
    old = "def f(x):\n if x == 'k': raise KeyError(x)\n return x"
    contract = "def f(x):\n    ensures(result == 99)\n    signals(KeyError, False)\n"
    contract += f"    when_ensured({ensured})\n" if ensured else ""
    contract += f"    when_signaled({signaled})\n" if signaled else ""
    judgement = Versions(old, old, contract).judged("f", x)
    raises = x == "'k'"
    if raises:
        is_update = signaled == "KeyError" or (signaled is None and ensured is None)
    else:
        holds = {"result > 0": x == "1", "False": False}
        is_update = holds[ensured] if ensured else signaled is None
    assert isinstance(judgement, Unintended if is_update else NotRelevant), judgement


def test_signals_speaks_only_of_the_exceptions_it_names() -> None:
    """As in JML: `signals(KeyError, False)` forbids KeyError and nothing else."""
    contract = "def f(x):\n    when_ensured(True)\n    signals(LookupError, False)\n"
    for error, expected in (("KeyError", Unintended), ("ValueError", Intended)):
        versions = Versions(IDENTITY, f"def f(x): raise {error}(x)", contract)
        assert isinstance(versions.judged("f", "1"), expected)


def test_several_signals_all_count_and_several_when_signaled_are_alternatives() -> None:
    contract = """
        def f(x):
            when_signaled(KeyError, exc.args[0] == 1)
            when_signaled(ValueError)
            signals(KeyError, False)
            signals((ValueError, TypeError), False)
    """
    old = "def f(x):\n if x < 5: raise KeyError(x)\n raise ValueError(x)"
    judged = Versions(old, IDENTITY, contract).judged
    assert isinstance(judged("f", "1"), Intended)
    assert isinstance(judged("f", "7"), Intended)
    assert isinstance(judged("f", "2"), Unintended)
    bad = Versions(old, "def f(x): raise TypeError(x)", contract).judged("f", "7")
    assert isinstance(bad, Unintended)
    assert bad.violations[0].line == 6


# --- several cases ------------------------------------------------------------------------------


def test_all_cases_that_apply_must_hold() -> None:
    contract = """
        def f(x):
            with case("even"):
                requires(x % 2 == 0)
                ensures(result == x + 1)
            with case("large"):
                requires(x > 10)
                ensures(result == x + 2)
    """
    versions = Versions(IDENTITY, "def f(x): return x + (2 if x > 10 else 1 - x % 2)", contract)
    even = versions.judged("f", "4")
    assert isinstance(even, Intended)
    assert [case.name for case in even.cases] == ["even"]
    assert even.why == 'as the contract says: "even"'
    assert isinstance(versions.judged("f", "13"), Intended)
    assert isinstance(versions.judged("f", "3"), NotRelevant)
    both = versions.judged("f", "12")
    assert isinstance(both, Faulty)
    assert both.why.splitlines() == [
        "contracts/shop/orders.py:8:9: `ensures(result == x + 2)` contradicts `ensures(result == x "
        "+ 1)` on line 5 for this call: both cases apply, and they require different results",
        "    ensures(result == x + 2)",
        "    ^^^^^^^^^^^^^^^^^^^^^^^^",
        "    x = 12",
        "    x + 1 = 13",
        "    x + 2 = 14",
        "    x + 1 == x + 2 = False",
    ]


def test_cases_that_overlap_may_agree() -> None:
    contract = """
        def f(x):
            with case("even"):
                requires(x % 2 == 0)
                ensures(result == x + 1)
            with case("large"):
                requires(x > 10)
                ensures(result == prev(result) + 1 and result > 10)
            with case("what it left"):
                requires(x > 20)
                ensures(result > x)
    """
    judged = Versions(IDENTITY, "def f(x): return x + 1 - x % 2", contract).judged
    assert isinstance(judged("f", "12"), Intended)
    assert isinstance(judged("f", "22"), Intended)
    odd = judged("f", "13")
    assert isinstance(odd, Unintended)
    assert [violation.line for violation in odd.violations] == [8]


def test_cases_that_depend_on_what_the_new_version_left_do_not_contradict_for_sure() -> None:
    contract = """
        def f(x):
            with case("one"):
                ensures(result == len(x))
            with case("two"):
                ensures(result == prev(len(x)) + 1)
    """
    versions = Versions("def f(x): return 0", "def f(x): return len(x)", contract)
    assert isinstance(versions.judged("f", "[1]"), Unintended)
    better = Versions("def f(x): return 0", "def f(x): x.append(1); return len(x)", contract)
    assert isinstance(better.judged("f", "[1]"), Intended)


def test_preserves_when_beside_cases_only_restricts() -> None:
    contract = """
        def f(x, currency):
            with case("negative"):
                when_ensured(result < 0)
                ensures(result == 0)
            preserves_when(currency == "EUR")
    """
    versions = Versions(
        "def f(x, currency): return x",
        "def f(x, currency): return max(0, x) if x < 5 else 9",
        contract,
    )
    assert isinstance(versions.judged("f", "-1, 'USD'"), Intended)
    assert isinstance(versions.judged("f", "1, 'EUR'"), NotRelevant)
    preserved = versions.judged("f", "-1, 'EUR'")
    assert isinstance(preserved, Unintended)
    assert '`preserves_when(currency == "EUR")` holds, and `result` differs' in preserved.why
    outside = versions.judged("f", "6, 'USD'")
    assert isinstance(outside, Unintended)
    assert "but no update condition holds for this call" in outside.why


def test_prev_of_a_result_that_is_not_there_is_a_violation() -> None:
    contract = "def f(x):\n    ensures(result == prev(result) + 1)\n"
    old = "def f(x):\n if not x: raise KeyError(x)\n return x"
    versions = Versions(old, "def f(x): return x + 1", contract)
    assert isinstance(versions.judged("f", "1"), Intended)
    judgement = versions.judged("f", "0")
    assert isinstance(judgement, Unintended)
    assert judgement.why.endswith("the old version raised KeyError(0): it has no result")


# --- isomorphic inputs and outputs --------------------------------------------------------------

POINTS = """
    class Point:
        def __init__(self, x): self.x = x; MORE
        def move(self, by): self.x += by
"""


def test_declared_fields_of_one_version_have_no_part_in_what_is_compared() -> None:
    contract = """
        class Point:
            z: New[int]
            w: Old[int]
            def move(self, by): preserves_when(True)
    """
    old, new = POINTS.replace("MORE", "self.w = 1"), POINTS.replace("MORE", "self.z = 5")
    judgement = Versions(old, new, contract).judged("Point.move", "1", on="Point(1)")
    assert isinstance(judgement, NotRelevant), judgement
    undeclared = contract.replace("z: New[int]", "x: int")
    judgement = Versions(old, new, undeclared).judged("Point.move", "1", on="Point(1)")
    assert isinstance(judgement, Unintended)
    assert "`receiver.z` differs" in judgement.why


def test_inputs_are_isomorphic_over_what_both_have() -> None:
    """A field that one version adds is no other input, declared or not."""
    contract = "class Point:\n    def move(self, by): ensures(self.x == prev(self.x))\n"
    old, new = POINTS.replace("MORE", ""), POINTS.replace("MORE", "self.cache = {}")
    judgement = Versions(old, new, contract).judged("Point.move", "1", on="Point(1)")
    assert isinstance(judgement, Intended), judgement


def test_objects_are_equal_over_common_fields() -> None:
    contract = """
        class Point:
            z: New[int]
            def move(self, by): ensures(self == prev(self) and self != prev(old(self)))
    """
    old, new = POINTS.replace("MORE", ""), POINTS.replace("MORE", "self.z = 5")
    judgement = Versions(old, new, contract).judged("Point.move", "1", on="Point(1)")
    assert isinstance(judgement, Intended), judgement


def test_values_of_parameters_however_they_are_passed() -> None:
    contract = """
        def f(a, b=2, *rest, c: New[int] = 7, d=..., **more):
            ensures(result == [a, b, rest, c, more])
    """
    old = "def f(a, b=2, *rest, d=0, **more): return 0"
    new = "def f(a, b=2, *rest, c=7, d=0, **more): return [a, b, rest, c, more]"
    versions = Versions(old, new, contract)
    for arguments in ("1", "1, 3", "1, b=3", "1, 3, 4, 5, e=6"):
        judgement = versions.judged("f", arguments)
        assert isinstance(judgement, Intended), (arguments, judgement)
    judgement = versions.judged("f", old="1", new="1, c=8")
    assert isinstance(judgement, Intended), judgement


def test_a_value_that_the_call_does_not_give_is_unclear() -> None:
    versions = Versions(
        "def f(a=[]): return a", "def f(a=[]): return 1", "def f(a=...): ensures(a == [])"
    )
    judgement = versions.judged("f", "")
    assert judgement == Unclear("`ensures(a == [])`: the call gives no value for `a`")


# --- what cannot be told ------------------------------------------------------------------------


def ended(run: SideRun, reason: StopReason) -> SideRun:
    return SideRun(run.entry, Behaviour(Unfinished(reason)))


def test_runs_that_did_not_finish() -> None:
    contract = "def f(x):\n    requires(x > 0)\n    ensures(result == x + 1)\n"
    versions = Versions(IDENTITY, "def f(x): return x + 1", contract)

    def judged(x: str, old: StopReason | None, new: StopReason | None) -> Judgement:
        call = versions.observed("f", x)
        return judge(
            versions.contract("f"),
            ObservedCall(
                ended(call.old, old) if old else call.old, ended(call.new, new) if new else call.new
            ),
        )

    late, crash = StopReason.TIMEOUT, StopReason.CRASH
    assert judged("1", None, late) == Unclear("the new version did not finish")
    assert judged("1", late, None) == Unclear("the old version did not finish")
    assert judged("-1", late, None) == Unclear("the old version did not finish in time")
    crashed = judged("1", None, crash)
    assert isinstance(crashed, Unintended)
    assert "the new version crashed, which no clause allows" in crashed.why
    outside = judged("-1", None, crash)
    assert isinstance(outside, Unintended)
    assert "but no update condition holds for this call" in outside.why


def test_bases_of_exceptions_have_to_be_known() -> None:
    contract = """
        from shop.errors import ShopError
        def f(x):
            when_signaled(ShopError)
            signals(ShopError, False)
    """
    old = "class Missing(KeyError): pass\ndef f(x): raise Missing(x)"
    known = Classes({"shop.orders.Missing": ("shop.errors.ShopError", "KeyError")})
    other = Classes({"shop.orders.Missing": ("KeyError",)})
    assert isinstance(Versions(old, IDENTITY, contract, known).judged("f", "1"), Intended)
    assert isinstance(Versions(old, IDENTITY, contract, other).judged("f", "1"), Unintended)
    judgement = Versions(old, IDENTITY, contract).judged("f", "1")
    assert isinstance(judgement, Unclear)
    assert judgement.why.endswith("the bases of `shop.orders.Missing` are not known")


def test_a_violation_counts_before_what_cannot_be_told_and_a_fault_before_that() -> None:
    contract = """
        def f(x):
            with case("unclear"):
                when_ensured(result is not None)
                ensures(isinstance(x, list) or x > unseen())
            with case("violated"):
                ensures(result == 0)
    """.replace("unseen()", "prev(len(x))")
    versions = Versions("def f(x): return 1", "def f(x): return 2", contract)
    judgement = versions.judged("f", "3")
    assert isinstance(judgement, Unintended)
    good = Versions("def f(x): return 1", "def f(x): return 0", contract)
    assert isinstance(good.judged("f", "3"), Faulty)


def test_the_condition_of_when_required_may_be_that_of_requires_with_prev() -> None:
    """In the old version `prev(x)` is `x`: the default of table I can always be evaluated."""
    contract = "def f(x):\n    requires(prev(x) == x)\n    ensures(result == 1)\n"
    assert isinstance(Versions(IDENTITY, "def f(x): return 1", contract).judged("f", "3"), Intended)


def test_conditions_keep_their_text_and_tree() -> None:
    case = case_with('ensures(x == "a")')
    condition = case.clauses[0].condition
    assert condition.text == 'x == "a"'
    assert ast.unparse(condition.tree) == "x == 'a'"
    assert case.clauses[0].text == 'ensures(x == "a")'


ISSUE = """
    class Order:
        coupon: New[str | None]                       # a field that only the new version has

        def total(self, currency: str, rounding: New[str] = "half-even", legacy: Old[bool] = False):
            with case("missing prices used to raise"):
                when_signaled(KeyError, "price" in str(exc))
                signals(KeyError, False)
                ensures(result == 0)
            with case("discounts apply once"):
                requires(self.discount > 0)
                when_ensured(result < 0)
                ensures(result == max(0, prev(result)))
            preserves_when(currency == "EUR")
"""
SHOP = """
    class Order:
        def __init__(self, discount=0, **row):
            self.discount, self.row = discount, row
            MORE
        def total(self, currency, PARAMETER):
            BODY
"""


def test_the_example_of_the_language() -> None:
    old = SHOP.replace("MORE", "").replace("PARAMETER", "legacy=False")
    old = old.replace("BODY", "return self.row['price'] - 2 * self.discount")
    new = SHOP.replace("MORE", "self.coupon = None").replace("PARAMETER", "rounding='half-even'")
    body = (
        "if currency == 'EUR': return self.row['price'] - 2 * self.discount\n"
        "            price = self.row.get('price')\n"
        "            return 0 if price is None else max(0, price - 2 * self.discount)"
    )
    versions = Versions(old, new.replace("BODY", body), ISSUE)

    def judged(on: str, old: str, new: str | None = None) -> Judgement:
        return versions.judged("Order.total", on=on, old=old, new=old if new is None else new)

    assert isinstance(judged("Order()", "'USD'"), Intended)
    assert isinstance(judged("Order(5, price=3)", "'USD'"), Intended)
    assert isinstance(judged("Order(5, price=3)", "'USD', True", "'USD', 'up'"), Intended)
    assert isinstance(judged("Order(1, price=3)", "'USD'"), NotRelevant)
    assert isinstance(judged("Order(5, price=30)", "'EUR'"), NotRelevant)
    bad = Versions(old, new.replace("BODY", body.replace("max(0, ", "max(1, ")), ISSUE)
    judgement = bad.judged("Order.total", "'USD'", on="Order(5, price=3)")
    assert isinstance(judgement, Unintended)
    assert judgement.why == (
        "contracts/shop/orders.py:13: `ensures(result == max(0, prev(result)))` does not hold "
        '(case "discounts apply once"): result = 1, prev(result) = -7, max(0, prev(result)) = 0'
    )
