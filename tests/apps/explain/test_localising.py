"""Is the function found that is wrong itself, and not one that only shows it?"""

from __future__ import annotations

from swerve.apps.explain import CallId, JudgedCall, fault_behind, faults_in
from swerve.meaning.contract import (
    Intended,
    Judgement,
    NotRelevant,
    Span,
    Unclear,
    Unintended,
    Violation,
)
from swerve.model import DifferenceKind
from swerve.observe.comparison import Different

DIFFERENT = Different(DifferenceKind.RETURN, "result", "1", "2")
VIOLATED = Unintended((Violation("no", "contracts/shop.py", Span(12, 1, 2)),), DIFFERENT)
INTENDED = Intended((), "yes", DIFFERENT)
SAME = NotRelevant("nothing differs")


def call(
    name: str, judgement: Judgement | None, within: JudgedCall | None = None, number: int = 1
) -> JudgedCall:
    """A call of a function, which is known by its name."""
    at = sum(name.encode()), number
    by = None if within is None else within.id
    told = (name, "shop.py", 1, f"{name}()", "1", "2", judgement, DIFFERENT, "contracts/shop.py")
    return JudgedCall(at, by, *told)


def test_the_callee_is_wrong_that_violates_its_own_contract() -> None:
    """As in 7.8.2 of the paper: `print` shows the error, `get_field_value` is wrong."""
    shown = call("print", VIOLATED)
    between = call("print_to", VIOLATED, shown)
    other = call("open", INTENDED, shown)
    value = call("get_field_value", VIOLATED, between)
    calls = (value, between, other, shown)
    assert fault_behind(shown, calls).call is value
    assert fault_behind(between, calls).call is value
    (fault,) = faults_in(calls)
    assert fault.call is value
    assert fault.callers == (between, shown)


def test_the_caller_is_wrong_where_all_callees_keep_their_contracts() -> None:
    total = call("total", VIOLATED)
    calls = (call("price_of", INTENDED, total), call("rounded", SAME, total), total)
    assert fault_behind(total, calls).call is total
    assert fault_behind(total, calls).suspects == ()


def test_callees_without_a_contract_stay_suspects() -> None:
    total = call("total", VIOLATED)
    calls = (call("price_of", None, total), call("rounded", Unclear("cut"), total), total)
    assert fault_behind(total, calls).suspects == ("price_of", "rounded")


def test_calls_beside_each_other_are_wrong_each() -> None:
    assert [
        each.call.function for each in faults_in([call("a", VIOLATED), call("b", VIOLATED)])
    ] == [
        "a",
        "b",
    ]


def test_a_function_that_calls_itself_is_named_once() -> None:
    outer = call("f", VIOLATED, number=1)
    inner = call("f", VIOLATED, outer, number=2)
    (fault,) = faults_in([inner, outer])
    assert fault.call is inner


def test_callers_that_go_round_in_circles_are_borne() -> None:
    """Who calls whom is what a worker said, and target code was there."""
    first, second = (7, 1), (8, 1)

    def lying(at: CallId, within: CallId) -> JudgedCall:
        return JudgedCall(at, within, str(at), "shop.py", 1, "", "", "", VIOLATED)

    assert faults_in([lying(first, second), lying(second, first), lying((9, 1), (9, 1))])
