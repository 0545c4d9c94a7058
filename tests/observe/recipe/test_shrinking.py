"""Simpler calls: always calls, always simpler, and the small ones are among them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import pytest
from hypothesis import given, settings
from tests.observe.recipe.graphs import calls

from swerve.observe.recipe import (
    Access,
    After,
    Call,
    CallRecipe,
    Dict,
    Do,
    List,
    Name,
    Recipe,
    Reference,
    SetAttribute,
    Shared,
    Tuple,
    complexity,
    decode_call,
    encode_call,
    python_of,
    smaller,
)
from swerve.run.shrink import shrunk

F = Name("m", "f")
NODE = Name("m", "Node")


def call(*args: Recipe, **kwargs: Recipe) -> CallRecipe:
    return CallRecipe(F, args=args, kwargs=tuple(kwargs.items()))


def text(made: CallRecipe) -> str:
    python = python_of(made)
    return "; ".join((*python.statements, python.expression))


def nodes(depth: int) -> Recipe:
    return Call(NODE, (depth, nodes(depth - 1))) if depth else None


@pytest.mark.slow
@given(calls())
@settings(max_examples=20, deadline=None)
def test_every_candidate_is_a_call_less_complex_than_the_first(made: CallRecipe) -> None:
    """Else shrinking might never end, or hand a worker what it cannot build."""
    limit = complexity(made)
    seen = set()
    for candidate in islice(smaller(made), 40):
        data = encode_call(candidate)
        assert complexity(candidate) < limit
        assert encode_call(decode_call(data)) == data
        assert python_of(candidate).expression
        seen.add(data)
        assert candidate.target == made.target
    assert len(seen) == len(list(islice(smaller(made), 40)))


@given(calls())
@settings(max_examples=30, deadline=None)
def test_a_call_of_which_all_is_irrelevant_loses_everything(made: CallRecipe) -> None:
    least = shrunk(made, lambda batch: 0 if batch else None, 20, 10_000)
    assert not least.args
    assert not least.kwargs
    assert not least.state


CART = Shared(
    "cart",
    After(
        Call(Name("m", "Cart"), (List((1, 2)),)),
        (Do("add", (1,)), Do("add", (2,), (("times", 3),)), SetAttribute("owner", "me")),
    ),
)


@pytest.mark.parametrize(
    ("made", "needed", "expected"),
    [
        pytest.param(call(1, 2, a=3, b=4), "b=", "f(b=0)", id="other arguments go"),
        pytest.param(call(List(tuple(range(50)))), "17", "f([17])", id="other items go"),
        pytest.param(
            call(Dict(tuple((f"k{n}", List((n,))) for n in range(50)))),
            '"k17"',
            'f({"k17": []})',
            id="other entries go",
        ),
        pytest.param(call("Hello, World!"), "W", 'f("W")', id="text gets shorter"),
        pytest.param(call(b"\x00\xffW\x01"), "W", 'f(b"W")', id="bytes get shorter"),
        pytest.param(call(nodes(9)), "Node(4", "f(Node(4))", id="a part stands for the whole"),
        pytest.param(call(CART), "owner", 'cart = Cart(); cart.owner = ""; f(cart)', id="steps go"),
        pytest.param(call(CART), "Cart", "f(Cart())", id="a past goes"),
        pytest.param(
            call(CART, Reference("cart")),
            "f(cart, cart)",
            "cart = Cart(); f(cart, cart)",
            id="what is shared stays shared where it matters",
        ),
        pytest.param(
            call(Shared("x", List((1, 2))), Reference("x")),
            "], [",
            "f([], [])",
            id="what need not be shared is not",
        ),
        pytest.param(
            CallRecipe(Name("m", "C.p"), Call(Name("m", "C"), (5,)), (7,), access=Access.SET),
            "setattr",
            'setattr(C(), "p", 0)',
            id="what is set stays one argument",
        ),
        pytest.param(
            CallRecipe(F, args=(1,), state=((Name("m", "LIMIT"), 5), (Name("m", "DEBUG"), True))),
            "LIMIT",
            "m.LIMIT = 0; f()",
            id="state that is not read goes",
        ),
    ],
)
def test_what_is_not_needed_goes(made: CallRecipe, needed: str, expected: str) -> None:
    def first(batch: object) -> int | None:
        assert isinstance(batch, list)
        return next((index for index, each in enumerate(batch) if needed in text(each)), None)

    assert text(shrunk(made, first, 20, 10_000)) == expected


@pytest.mark.parametrize(
    ("start", "least", "expected"),
    [
        (123_456_789, 100, 100),
        (2**200, 10**20, 10**20),
        (-5000, None, 0),
        (12.75, 3.1, 4.0),
        (float("inf"), 1e6, 1e6),
        (7, 5, 5),
    ],
)
def test_numbers_go_down_to_what_is_needed(
    start: float, least: float | None, expected: float
) -> None:
    def first(batch: object) -> int | None:
        assert isinstance(batch, list)
        for index, each in enumerate(batch):
            if each.args and (least is None or each.args[0] >= least):
                return index
        return None

    assert shrunk(call(start), first, 20, 10_000).args == (expected,)


def test_values_that_must_fit_each_other_go_down_together() -> None:
    def first(batch: object) -> int | None:
        assert isinstance(batch, list)
        for index, each in enumerate(batch):
            if len(each.args) == 3 and len(each.args[0]) == each.args[1]:
                return index
        return None

    assert text(shrunk(call("abcdef", 6, 7), first, 20, 1000)) == 'f("", 0, 0)'
    equal = call(List((41, 3)), 41)
    needed = shrunk(
        equal,
        lambda batch: next(
            (
                index
                for index, each in enumerate(batch)
                if len(each.args) == 2 and each.args[1] > 8 and each.args[1] in each.args[0].items  # type: ignore[operator, union-attr]
            ),
            None,
        ),
        20,
        1000,
    )
    assert text(needed) == "f([9], 9)"


def test_texts_that_must_agree_letter_by_letter_get_plain_ones() -> None:
    def is_mirrored(made: CallRecipe) -> bool:
        texts = [str(each) for each in made.args]
        return len(texts) == 2 and len(texts[0]) == 3 and texts[0] == texts[1][::-1] != texts[1]

    def first(batch: Iterable[CallRecipe]) -> int | None:
        return next((index for index, each in enumerate(batch) if is_mirrored(each)), None)

    made = call("\x00\x01\u2603", "\u2603\x01\x00")
    assert text(shrunk(made, first, 20, 1_000)) == 'f("abc", "cba")'


def test_no_part_becomes_one_of_another_kind() -> None:
    made = call(3, "ab", True, 2.5, Tuple((1, "x")), Call(NODE, (1,)))
    kinds = [type(part) for part in made.args]
    for candidate in smaller(made):
        assert [type(part) for part in candidate.args] == kinds[: len(candidate.args)]


def test_shrinking_is_the_same_each_time_and_keeps_to_its_bound() -> None:
    probed: list[bytes] = []

    def first(batch: object) -> int | None:
        assert isinstance(batch, list)
        probed.extend(map(encode_call, batch))
        return next((index for index, each in enumerate(batch) if "1" in text(each)), None)

    made = call(List((1, 11, 111)), "1", x=1)
    results = set()
    for _ in range(2):
        probed.clear()
        results.add(encode_call(shrunk(made, first, 20, 60)))
        assert len(results) == 1
        assert len(probed) < 150  # those behind the first that differs do not count
    assert encode_call(shrunk(made, first, 0, 60)) == encode_call(made)
    assert encode_call(shrunk(made, first, 20, 0)) == encode_call(made)
