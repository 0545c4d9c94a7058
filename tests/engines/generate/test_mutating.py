"""Calls that are much like one that worked."""

from __future__ import annotations

from tests.engines.generate.makers import bare_about

from swerve.engines.generate._making import Choices
from swerve.engines.generate._mutating import Mutating
from swerve.observe.recipe import (
    After,
    Call,
    CallRecipe,
    Dict,
    Do,
    List,
    Name,
    encode_call,
    python_of,
)

ABOUT = bare_about("def f(a, b):\n    return a == 'magic' or b > 77\n", "f")
CALL = CallRecipe(
    Name("subject", "f"),
    args=(List((3, 1, 2)), "ab"),
    kwargs=(("table", Dict((("k", 1), ("l", None)))),),
)


def variants(call: CallRecipe, count: int = 400) -> list[CallRecipe]:
    mutating = Mutating(ABOUT)
    return [mutating.mutated(call, Choices(str(number))) for number in range(count)]


def test_most_are_new_and_near() -> None:
    found = variants(CALL)
    assert sum(encode_call(each) != encode_call(CALL) for each in found) > 320
    assert len({encode_call(each) for each in found}) > 150
    assert sum(len(each.args) == 2 for each in found) > 380


def test_items_are_dropped_doubled_and_turned_round() -> None:
    shown = {python_of(each).expression.partition(', "')[0] for each in variants(CALL, 2_000)}
    assert {"f([3, 1]", "f([2, 1, 3]", "f([3, 1, 2, 2]"} <= shown


def test_constants_become_their_neighbours_and_what_the_code_mentions() -> None:
    shown = " ".join(str(python_of(each)) for each in variants(CALL, 2_000))
    for text in ('"k": 2', '"k": 0', '"magic"', '"a"', '"AB"', "77", "78"):
        assert text in shown, text


def test_what_makes_an_object_stays() -> None:
    cart = After(Call(Name("shop", "Cart"), (2,)), (Do("add", (5,)),))
    call = CallRecipe(Name("shop", "Cart.total"), cart)
    found = variants(call)
    assert all("Cart(" in str(python_of(each)) for each in found)
    assert len({encode_call(each) for each in found}) > 20


def test_a_call_without_arguments_stays_a_call() -> None:
    call = CallRecipe(Name("subject", "f"))
    assert all(each.target == call.target for each in variants(call, 50))
