"""Calls that travel: what is encoded is what gets built, and nothing else can be."""

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.observe.recipe.graphs import calls, is_same, values

from swerve.observe.recipe import (
    Access,
    After,
    Attribute,
    BadRecipe,
    Blob,
    Call,
    CallRecipe,
    Dict,
    Do,
    List,
    Name,
    Recipe,
    Reference,
    Set,
    Shared,
    Tuple,
    decode_call,
    decode_recipe,
    encode_call,
    encode_recipe,
    recipe_from_value,
    sent_call,
)
from swerve.worker.recipes.building import NotBuilt, build_call, build_value, resolve_name

PRINT = Name("builtins", "print")


def call_with(*args: Recipe) -> CallRecipe:
    return CallRecipe(PRINT, args=args)


@given(values())
@example([math.nan, -0.0, 0.0, "\ud83d\ude00", "😀", 2**63, True, 1, 1.0])
def test_a_value_arrives_as_it_was_with_its_sharing(value: list[Any]) -> None:
    """A call that reaches the worker changed would make a witness of something that never ran."""
    call = call_with(recipe_from_value(value))
    (built,) = build_call(encode_call(call), resolve_name).args
    assert is_same(value, built)


@pytest.mark.slow
@given(calls())
def test_a_call_comes_back_from_its_bytes(call: CallRecipe) -> None:
    data = encode_call(call)
    assert encode_call(decode_call(data)) == data


@pytest.mark.slow
@given(calls())
def test_a_call_is_hashable_and_pickles(call: CallRecipe) -> None:
    hash(call)
    assert encode_call(pickle.loads(pickle.dumps(call))) == encode_call(call)  # noqa: S301


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(1, True, id="int and bool"),
        pytest.param(1, 1.0, id="int and float"),
        pytest.param(0.0, -0.0, id="signed zeros"),
        pytest.param("a", b"a", id="text and bytes"),
        pytest.param(List(), Tuple(), id="list and tuple"),
        pytest.param(List(), Dict(), id="list and dict"),
        pytest.param("\ud83d\ude00", "😀", id="two surrogates and what they spell"),
        pytest.param(1j, Call(Name("builtins", "complex"), (0, 1)), id="value and call"),
    ],
)
def test_different_calls_have_different_bytes(one: Recipe, other: Recipe) -> None:
    assert encode_call(call_with(one)) != encode_call(call_with(other))


def test_equal_nans_give_equal_bytes() -> None:
    assert encode_call(call_with(math.nan)) == encode_call(call_with(-float("nan")))


@pytest.mark.parametrize(
    ("call", "why"),
    [
        pytest.param(call_with(Reference("x")), "nothing is labelled 'x'", id="no such label"),
        pytest.param(
            call_with(Reference("x"), Shared("x", List())), "nothing is labelled", id="too early"
        ),
        pytest.param(
            call_with(Shared("x", Tuple((Reference("x"),)))), "nothing is labelled", id="in tuple"
        ),
        pytest.param(
            call_with(Shared("x", After(Call(PRINT, (Reference("x"),)), (Do("a"),)))),
            "nothing is labelled",
            id="before it is made",
        ),
        pytest.param(
            call_with(Shared("x", List()), Shared("x", List())), "given twice", id="label twice"
        ),
        pytest.param(
            CallRecipe(PRINT, kwargs=(("a", 1), ("a", 2))),
            "keyword given twice",
            id="keyword twice",
        ),
        pytest.param(
            call_with(object()),  # type: ignore[arg-type]
            "object is not a form of a recipe",
            id="no recipe",
        ),
        pytest.param(
            call_with([1]),  # type: ignore[arg-type]
            "list is not a form of a recipe",
            id="a bare list",
        ),
        pytest.param(
            call_with(After(List(), (3,))),  # type: ignore[arg-type]
            "int is not a step",
            id="no step",
        ),
        pytest.param(
            CallRecipe(PRINT, access=Access.GET), "no receiver", id="get without receiver"
        ),
        pytest.param(
            CallRecipe(PRINT, 1, (1,), access=Access.GET), "arguments", id="get with value"
        ),
        pytest.param(CallRecipe(PRINT, 1, access=Access.SET), "arguments", id="set without value"),
    ],
)
def test_what_is_no_call_is_refused_before_it_travels(call: CallRecipe, why: str) -> None:
    with pytest.raises(BadRecipe, match=why):
        encode_call(call)


@pytest.mark.parametrize(
    "form",
    [
        lambda recipe, _: List((recipe,)),
        lambda recipe, _: Tuple((recipe,)),
        lambda recipe, _: Call(PRINT, (recipe,)),
        lambda recipe, number: Shared(f"v{number}", recipe),
        lambda recipe, _: After(recipe, ()),
    ],
)
def test_nesting_stops_at_a_hundred_levels(form: Callable[[Recipe, int], Recipe]) -> None:
    """Building goes as deep as the recipe does, and the stack is the target's."""
    recipe: Recipe = 1
    for number in range(45):
        recipe = form(recipe, number)
    data = encode_call(call_with(recipe))
    build_call(data, lambda *_: lambda *args: args)
    decode_call(data)
    for number in range(45, 2000):
        recipe = form(recipe, number)
    with pytest.raises(BadRecipe, match="deeper than 100"):
        encode_call(call_with(recipe))


@pytest.mark.parametrize(
    "value", [object(), range(3), {1: print}, type("L", (list,), {})(), True.__and__]
)
def test_only_plain_values_become_recipes(value: object) -> None:
    with pytest.raises(BadRecipe):
        recipe_from_value(value)


def test_a_cycle_through_a_tuple_is_refused_and_has_a_recipe_all_the_same() -> None:
    inner: list[Any] = []
    value = (inner,)
    inner.append(value)
    with pytest.raises(BadRecipe):
        recipe_from_value(value)
    by_hand = Shared(
        "t",
        After(
            Tuple((Shared("l", List()),)),
            (Call(Attribute(Reference("l"), "append"), (Reference("t"),)),),
        ),
    )
    (built,) = build_call(encode_call(call_with(by_hand)), resolve_name).args
    assert is_same(value, built)


def test_a_value_that_unfolds_without_end_is_refused() -> None:
    value: tuple[Any, ...] = ()
    for _ in range(60):
        value = (value, value)
    with pytest.raises(BadRecipe, match="too large"):
        recipe_from_value(value)


def test_the_order_of_a_set_is_the_same_in_every_process() -> None:
    assert recipe_from_value({"b", "a", 3}) == Set(("a", "b", 3))


def test_a_single_recipe_travels_inside_other_json() -> None:
    recipe = Dict(((1, List((Blob("w-1"), b"\xff", 2**80, 1j, ...))), ("a", None)))
    encoded = json.loads(json.dumps(encode_recipe(recipe)))
    assert decode_recipe(encoded) == recipe
    value = recipe_from_value([{"a": [1, 2.5, {"b": None}]}, (1,)])
    assert build_value(encode_recipe(value), resolve_name) == [{"a": [1, 2.5, {"b": None}]}, (1,)]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    # The tags, so that some of what comes out is nearly right.
    | st.sampled_from(list("jicbeltsfdnaxkowrpm=[")),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=2), inner, max_size=2)
    ),
    max_leaves=20,
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A call's bytes with some of them changed, left out or repeated."""
    data = bytearray(encode_call(draw(calls())))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data) - 1))
        cut = draw(st.integers(0, 3))
        data[at : at + cut] = draw(
            st.binary(max_size=3) | st.sampled_from([b"[", b"]", b",", b'"'])
        )
    return bytes(data)


def harmless(module: str, qualname: str) -> Any:
    """Resolve any name, so that damaged names do no damage."""
    return lambda *args, **kwargs: list(args)


@given(
    st.binary(max_size=200)
    | damaged()
    | JSON.map(lambda value: json.dumps(value).encode())
    | st.lists(JSON, max_size=8).map(lambda rest: json.dumps([1, "m", "f", *rest]).encode())
)
@example(b"")
@example(b"[" * 100_000)
@example(b'[1,"m","f",' + b'["l",[' * 50_000)
@example(b'[1,"m","f",[],{}]' + b"]" * 10)
@example(b'[1,"m","f",[' + b"9" * 50_000 + b"],{}]")
@example(b'[1,"m","f",[["r","x"]],{}]')
@example(b'[1,"m","f",[],{},null,1,[]]')
@example(b'[1,"m","f",[],{},null,-1,[]]')
@example(b'[2,"m","f",[],{}]')
@example(b'[1,"m","f",[["y","a"],["y","\xc3\xa9"],["y",1]],{}]')
@example(b'[1,"m","f",[["z",0,2]],{}]\0ab')
@example(b'[1,"m","f",[["z",0,3],["z",-1,1],["z","a",1],["z",null,null]],{}]\0ab')
@example(b"\0")
@example(b'[1,3,"f",[],{}]')
@example(b'[1,"m","f",[["w","x",["w","x",["l",[]]]]],{}]')
@example(b'[1,"m","f",[["i","zz"],["c",null,1],["b",1],["b","\xc4\x80"]],{}]')
def test_any_bytes_are_a_call_or_a_bad_recipe(data: bytes) -> None:
    for read in (lambda: build_call(data, harmless, harmless_blob), lambda: decode_call(data)):
        with suppress(BadRecipe, NotBuilt):
            read()


def harmless_blob(name: str) -> object:
    return name


def test_more_bytes_than_any_call_has_are_not_even_read() -> None:
    data = bytes(64 * 1024 * 1024 + 1)
    with pytest.raises(BadRecipe, match="too long"):
        build_call(data, harmless)
    with pytest.raises(BadRecipe, match="too long"):
        decode_call(data)


@pytest.mark.parametrize("length", [0, 256, 257, 100_000])
def test_bytes_come_back_whole_however_long(length: int) -> None:
    data = bytes(range(256)) * (length // 256) + bytes(length % 256)
    call = CallRecipe(Name("m", "f"), args=(data, List((data, 1, "\0"))), kwargs=(("x", data),))
    written = encode_call(call)
    assert decode_call(written) == call
    assert b"\0" not in written
    assert len(written) < 3 * (length * 4 / 3 + 1_000)
    for each in (written, sent_call(call)):
        built = build_call(each, harmless)
        assert (built.args, built.kwargs) == ((data, [data, 1, "\0"]), {"x": data})


def test_what_was_written_before_is_still_read() -> None:
    """Stored witnesses hold long bytes as text."""
    written = json.dumps([1, "m", "f", [["b", "\0\xff" * 500]], {}]).encode()
    assert decode_call(written).args == (b"\0\xff" * 500,)
    assert build_call(written, harmless).args == (b"\0\xff" * 500,)
