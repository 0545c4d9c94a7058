"""Random values with sharing and cycles, random recipes, and when two values are the same."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from hypothesis import strategies as st

from swerve.observe.recipe import (
    After,
    Attribute,
    Call,
    CallRecipe,
    Dict,
    Do,
    FrozenSet,
    Item,
    List,
    Name,
    Recipe,
    Reference,
    Set,
    SetAttribute,
    SetItem,
    Shared,
    Step,
    Tuple,
)

SHOP = "tests.observe.recipe.shop"

_surrogates = st.characters(categories=["Cs"])
texts = st.text(st.one_of(st.characters(), _surrogates), max_size=8) | st.sampled_from(
    ["'", '"', "'\"", "\\", "\n", "{}", "a" * 50, "ab" * 40, "\ud83d\ude00", "😀", "\0"]
)
numbers = (
    st.integers()
    | st.sampled_from([2**63, 2**63 - 1, -(2**63), 2**64 - 1, 2**64 + 1, -(2**64) - 1])
    | st.sampled_from([10**30, -(10**30), 7**400, -(7**4000), 1 << 20_000, (1 << 20_000) + 7])
)
complexes = st.complex_numbers() | st.builds(
    complex, *[st.sampled_from([0.0, -0.0, 1.0, -1.0, math.nan, math.inf, -math.inf])] * 2
)
constants: st.SearchStrategy[Any] = (
    st.none()
    | st.booleans()
    | numbers
    | st.floats()
    | complexes
    | texts
    | st.binary(max_size=8)
    | st.just(...)
)


@st.composite
def values(draw: st.DrawFn) -> Any:
    """A value made of builtins; some containers are in several places, even in themselves."""
    made: list[Any] = []

    def container(kind: str, depth: int) -> Any:
        count = draw(st.integers(0, 3))
        if kind == "list":
            items: list[Any] = []
            made.append(items)
            items.extend(value(depth + 1) for _ in range(count))
            return items
        if kind == "dict":
            entries: dict[Any, Any] = {}
            made.append(entries)
            for _ in range(count):
                entries[hashable(depth + 1)] = value(depth + 1)
            return entries
        if kind == "set":
            made.append({hashable(depth + 1) for _ in range(count)})
            return made[-1]
        if kind == "bytearray":
            made.append(bytearray(draw(st.binary(max_size=3))))
            return made[-1]
        return tuple(value(depth + 1, fresh=True) for _ in range(count))

    def hashable(depth: int) -> Any:
        kind = draw(st.sampled_from(["constant", "constant", "tuple", "frozenset"]))
        if kind == "constant" or depth > 3:
            return draw(constants)
        parts = [hashable(depth + 1) for _ in range(draw(st.integers(0, 2)))]
        return tuple(parts) if kind == "tuple" else frozenset(parts)

    def value(depth: int, fresh: bool = False) -> Any:
        kinds = ["constant", "list", "dict", "set", "tuple", "bytearray", "frozenset"]
        if made and not fresh:  # a cycle through a tuple has no recipe
            kinds += ["again", "again"]
        kind = draw(st.sampled_from(kinds if depth < 4 else kinds[:1]))
        if kind == "constant":
            return draw(constants)
        if kind == "again":
            return draw(st.sampled_from(range(len(made))).map(made.__getitem__))
        if kind == "frozenset":
            return frozenset(hashable(depth + 1) for _ in range(draw(st.integers(0, 2))))
        return container(kind, depth)

    return [value(0) for _ in range(draw(st.integers(0, 3)))]


@st.composite
def calls(draw: st.DrawFn) -> CallRecipe:
    """A call of things in `shop`: all forms, labels that fit, in any order."""
    known: list[str] = []  # can be referred to
    used: list[str] = []

    def recipe(depth: int) -> Recipe:
        kinds = ["constant", "constant", "name"]
        if depth < 4:
            kinds += ["list", "tuple", "set", "frozenset", "dict", "call", "call", "class method"]
            kinds += ["item", "attribute", "shared", "shared", "after", "after"]
        if known:
            kinds += ["reference"] * 3
        return RECIPES[draw(st.sampled_from(kinds))](depth + 1)

    def some(depth: int) -> tuple[Recipe, ...]:
        return tuple(recipe(depth) for _ in range(draw(st.integers(0, 3))))

    def hashables() -> tuple[Recipe, ...]:
        return tuple(draw(st.lists(constants, max_size=3)))

    def entries(depth: int) -> tuple[tuple[Recipe, Recipe], ...]:
        return tuple((key, recipe(depth)) for key in hashables())

    def keywords(depth: int) -> tuple[tuple[str, Recipe], ...]:
        keys = st.sampled_from(["size", "class", "a b", "match", "ﬁ", "_"])
        return tuple((key, recipe(depth)) for key in draw(st.lists(keys, max_size=2, unique=True)))

    def arguments(depth: int) -> tuple[tuple[Recipe, ...], tuple[tuple[str, Recipe], ...]]:
        return some(depth), keywords(depth)

    def call(depth: int) -> Call:
        name = draw(st.sampled_from(["Item", "Cart", "Cart", "note"]))
        return Call(Name(SHOP, name), *arguments(depth))

    def labelled(depth: int) -> Recipe:
        label = draw(st.sampled_from(["cart", "items", "list", "not a name", "if", "Item"]))
        label = f"{label}{len(used)}" if label in used else label
        used.append(label)
        if draw(st.booleans()):
            known.append(label)
            return Shared(label, draw(st.sampled_from([filled_list, filled_dict]))(depth))
        if draw(st.booleans()):
            subject = cart(depth)
            known.append(label)
            return Shared(label, After(subject, steps(depth)))
        inner = recipe(depth)
        known.append(label)
        return Shared(label, inner)

    def filled_list(depth: int) -> Recipe:
        return List(some(depth))

    def filled_dict(depth: int) -> Recipe:
        return Dict(entries(depth))

    def cart(depth: int) -> Recipe:
        name = draw(st.sampled_from(["Cart", "Cart.of"]))
        return Call(Name(SHOP, name), some(depth))

    def steps(depth: int) -> tuple[Step, ...]:
        return tuple(step(depth) for _ in range(draw(st.integers(0, 3))))

    def step(depth: int) -> Step:
        kind = draw(st.sampled_from(["do", "attribute", "item", "call"]))
        if kind == "do":
            return Do("add", *arguments(depth))
        if kind == "attribute":
            names = st.sampled_from(["owner", "class", "x y", "ﬁ"])
            return SetAttribute(draw(names), recipe(depth))
        if kind == "item":
            value = recipe(depth)  # built before the key
            return SetItem(recipe(depth), value)
        return call(depth)

    RECIPES: dict[str, Callable[[int], Recipe]] = {
        "constant": lambda _: draw(constants),
        "name": lambda _: Name(SHOP, draw(st.sampled_from(["Item", "Cart.Line", "note", ""]))),
        "list": filled_list,
        "tuple": lambda depth: Tuple(some(depth)),
        "set": lambda _: Set(hashables()),
        "frozenset": lambda _: FrozenSet(hashables()),
        "dict": filled_dict,
        "call": call,
        "class method": cart,
        "item": lambda depth: Item(Call(Name(SHOP, "Item"), (1, *some(depth))), recipe(depth)),
        "attribute": lambda depth: Attribute(cart(depth), draw(st.sampled_from(["args", "total"]))),
        "shared": labelled,
        "after": lambda depth: After(cart(depth), steps(depth)),
        "reference": lambda _: Reference(draw(st.sampled_from(known))),
    }
    state: tuple[tuple[Name, Recipe], ...] = ()
    if draw(st.booleans()):
        state = ((Name(SHOP, draw(st.sampled_from(["LIMIT", "Cart.discount"]))), recipe(2)),)
    if draw(st.booleans()):
        receiver = After(cart(1), steps(1)) if draw(st.booleans()) else cart(1)
        return CallRecipe(Name(SHOP, "Cart.add"), receiver, *arguments(0), state)
    return CallRecipe(Name(SHOP, "note"), None, *arguments(0), state)


def is_same(one: object, other: object) -> bool:
    """Say whether two values are alike: types, structure, bits, and which parts are one object."""
    forth: dict[int, int] = {}
    back: dict[int, int] = {}
    waiting = [(one, other)]
    while waiting:
        left, right = waiting.pop()
        if type(left) is not type(right):
            return False
        if isinstance(left, _COMPARED_AT_ONCE) and _canonical(left) != _canonical(right):
            return False
        if isinstance(left, _LEAVES):
            continue
        if not isinstance(left, tuple | frozenset):
            was_met = id(left) in forth
            if forth.setdefault(id(left), id(right)) != id(right):
                return False
            if back.setdefault(id(right), id(left)) != id(left):
                return False
            if was_met:
                continue
        parts = _parts(left), _parts(right)
        if len(parts[0]) != len(parts[1]):
            return False
        waiting += zip(*parts, strict=True)
    return True


def _canonical(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({','.join(map(_canonical, value))})"
    if isinstance(value, (set, frozenset)):
        return f"{{{','.join(sorted(map(_canonical, value)))}}}"
    if isinstance(value, int):
        return hex(value) if type(value) is int else repr(value)
    return repr(value)


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [part for entry in value.items() for part in entry]
    if isinstance(value, list | tuple):
        return list(value)
    if isinstance(value, set | frozenset | bytearray):
        return []
    return [part for entry in vars(value).items() for part in entry]


_LEAVES = (
    *(int, float, complex, str, bytes, bytearray, type(None), type(...)),
    *(type, ModuleType, FunctionType),
)
_COMPARED_AT_ONCE = (*_LEAVES, set, frozenset)
