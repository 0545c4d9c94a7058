"""Recipes as Python: what a person would write, and what it does when it runs."""

from __future__ import annotations

import ast
import copy
import textwrap
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.observe.recipe import shop
from tests.observe.recipe.graphs import SHOP, calls, constants, is_same, values

from swerve.observe.recipe import (
    Access,
    After,
    Attribute,
    Blob,
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
    Tuple,
    encode_call,
    python_of,
    python_of_recipe,
    recipe_from_value,
)
from swerve.worker.recipes.building import build_call, put_back, resolve_name


def run(text: str, expression: str) -> tuple[object, dict[str, Any]]:
    """Run Python as pasted, and return what its last expression gives."""
    names: dict[str, Any] = {}
    exec(text.removesuffix(expression), names)  # noqa: S102
    return eval(expression, names), names  # noqa: S307


def cart(*args: Recipe) -> Call:
    return Call(Name("shop", "Cart"), args)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        pytest.param(
            CallRecipe(
                Name("shop", "Order.total"),
                Call(
                    Name("shop", "Order"),
                    (),
                    (("items", List((Call(Name("shop", "Item"), (), (("price", 0),)),))),),
                ),
                (),
                (("currency", None),),
            ),
            """
            from shop import Item, Order

            Order(items=[Item(price=0)]).total(currency=None)
            """,
            id="constructors",
        ),
        pytest.param(
            CallRecipe(
                Name("shop", "Cart.total"),
                After(cart(), (Do("add", (1,)), SetAttribute("owner", "me"), SetItem("k", 2))),
            ),
            """
            from shop import Cart

            cart = Cart()
            cart.add(1)
            cart.owner = "me"
            cart["k"] = 2
            cart.total()
            """,
            id="a receiver with a past",
        ),
        pytest.param(
            CallRecipe(
                Name("shop", "merge"), None, (Shared("lines", List((1,))), Reference("lines"))
            ),
            """
            from shop import merge

            lines = [1]
            merge(lines, lines)
            """,
            id="one object twice",
        ),
        pytest.param(
            CallRecipe(Name("shop", "merge"), None, (Shared("lines", List((1,))),)),
            """
            from shop import merge

            merge([1])
            """,
            id="shared by nobody",
        ),
        pytest.param(
            CallRecipe(
                Name("shop", "walk"),
                None,
                (Shared("node", Dict((("name", "a"), ("next", Reference("node")), ("z", 1)))),),
            ),
            """
            from shop import walk

            node = {"name": "a"}
            node["next"] = node
            node["z"] = 1
            walk(node)
            """,
            id="a cycle",
        ),
        pytest.param(
            CallRecipe(
                Name("shop", "walk"),
                None,
                (Shared("", After(cart(), (SetAttribute("parent", Reference("")),))),),
            ),
            """
            from shop import Cart, walk

            cart = Cart()
            cart.parent = cart
            walk(cart)
            """,
            id="a cycle through an attribute",
        ),
        pytest.param(
            CallRecipe(
                Name("shop", "pair"),
                None,
                (
                    Call(Name("shop", "Clock.now")),
                    Shared("a", List()),
                    Reference("a"),
                    Call(Name("shop", "Clock.now")),
                ),
            ),
            """
            from shop import Clock, pair

            clock = Clock.now()
            a = []
            pair(clock, a, a, Clock.now())
            """,
            id="what comes before a statement runs before it",
        ),
        pytest.param(
            CallRecipe(
                Name("shop", "f"),
                None,
                (
                    Call(Name("store", "f")),
                    Call(Name("shop", "list")),
                    Call(Name("builtins", "list")),
                    Call(Name("a.shop", "f")),
                    Name("shop", ""),
                    Name("a.shop", ""),
                ),
            ),
            """
            import a.shop as a_shop
            import shop
            from a.shop import f as a_shop_f
            from shop import f, list as shop_list
            from store import f as store_f

            f(store_f(), shop_list(), list(), a_shop_f(), shop, a_shop)
            """,
            id="names that clash",
        ),
        pytest.param(
            CallRecipe(
                Name("shop", "f"),
                None,
                (Name("my-shop", "x"), Name("shop", "class"), Name("shop", "Cart.Line.if")),
                (("in", 1), ("b", 2)),
            ),
            """
            import importlib
            import shop
            from shop import Cart, f
            my_shop = importlib.import_module("my-shop")

            f(my_shop.x, getattr(shop, "class"), getattr(Cart.Line, "if"), **{"in": 1}, b=2)
            """,
            id="names that are none in Python",
        ),
        pytest.param(
            CallRecipe(
                Name("shop.cart", "LIMIT.bit_length"),
                None,
                state=(
                    (Name("shop.cart", "LIMIT"), 3),
                    (Name("shop.cart", "Cart.__tax"), 1),
                    (Name("shop.cart", "for"), 1),
                ),
            ),
            """
            from shop import cart
            from shop.cart import Cart

            cart.LIMIT = 3
            Cart._Cart__tax = 1
            setattr(cart, "for", 1)
            cart.LIMIT.bit_length()
            """,
            id="state",
        ),
        pytest.param(
            CallRecipe(Name("shop", "Cart.total"), cart(), access=Access.GET),
            "from shop import Cart\n\nCart().total",
            id="a property",
        ),
        pytest.param(
            CallRecipe(Name("shop", "Cart.total"), cart(), (3,), access=Access.SET),
            'from shop import Cart\n\nsetattr(Cart(), "total", 3)',
            id="a setter",
        ),
        pytest.param(
            CallRecipe(Name("shop", "Cart.total"), cart(), access=Access.DELETE),
            'from shop import Cart\n\ndelattr(Cart(), "total")',
            id="a deleter",
        ),
        pytest.param(
            CallRecipe(Name("shop", "Cart.__check"), cart()),
            "from shop import Cart\n\nCart()._Cart__check()",
            id="a private method",
        ),
        pytest.param(
            CallRecipe(Name("builtins", "int.__add__"), -1, (2,)),
            "(-1).__add__(2)",
            id="a number as receiver",
        ),
        pytest.param(
            CallRecipe(Name("builtins", "str.join"), ", ", (List(("a",)),)),
            '", ".join(["a"])',
            id="text as receiver",
        ),
    ],
)
def test_a_call_reads_as_a_person_would_write_it(call: CallRecipe, expected: str) -> None:
    assert str(python_of(call)) == textwrap.dedent(expected).strip()


@pytest.mark.parametrize(
    ("recipe", "expected"),
    [
        (float("nan"), 'float("nan")'),
        (-float("inf"), 'float("-inf")'),
        (-0.0, "-0.0"),
        (1e100, "1e+100"),
        (2**64, "2**64"),
        (-(2**64), "-2**64"),
        (2**63 - 1, "2**63 - 1"),
        (-(2**63) - 1, "-(2**63 + 1)"),
        (10**40, "10**40"),
        (2**63 + 5, "9223372036854775813"),
        (4_294_967_296, "4294967296"),
        (1j, "1j"),
        (1 - 2j, "(1-2j)"),
        (complex(0.0, -0.0), "complex(0.0, -0.0)"),
        ("it's", '"it\'s"'),
        ('say "x"', "'say \"x\"'"),
        ("a\n\ud800é", '"a\\n\\ud800é"'),
        ("ab" * 500, '"ab" * 500'),
        (b"\0" * 64, 'b"\\x00" * 64'),
        (b"x", 'b"x"'),
        (..., "..."),
        (True, "True"),
        (Tuple(), "()"),
        (Tuple((1,)), "(1,)"),
        (Set(), "set()"),
        (Set((1, 2)), "{1, 2}"),
        (FrozenSet(), "frozenset()"),
        (FrozenSet((1,)), "frozenset({1})"),
        (Dict(), "{}"),
        (Dict(((1, "a"), (Tuple((2,)), None))), '{1: "a", (2,): None}'),
        (List((0,) * 1000), "[0] * 1000"),
        (List((0, False) * 5), f"[{', '.join(['0, False'] * 5)}]"),
        (Item(Name("builtins", "list"), Name("builtins", "int")), "list[int]"),
        (Attribute(2**64, "real"), "(2**64).real"),
        (Call(Attribute("ab" * 500, "upper")), '("ab" * 500).upper()'),
        (Call(Attribute("a * b", "upper")), '"a * b".upper()'),
        (Attribute("x", "a b"), 'getattr("x", "a b")'),
    ],
)
def test_a_value_reads_as_a_person_would_write_it(recipe: Recipe, expected: str) -> None:
    assert python_of_recipe(recipe).expression == expected


def test_a_blob_is_shown_and_said_not_to_run() -> None:
    python = python_of(CallRecipe(Name("shop", "f"), None, (Blob("w-1"),)))
    assert (python.expression, python.runs) == ('f(blob("w-1"))', False)


@given(values())
def test_a_value_printed_and_run_is_the_same_value(value: list[Any]) -> None:
    python = python_of_recipe(recipe_from_value(value))
    assert is_same(run(str(python), python.expression)[0], value)


@given(constants)
def test_a_constant_printed_and_run_is_the_same_to_the_bit(value: Any) -> None:
    python = python_of_recipe(List((value,)))
    assert is_same(run(str(python), python.expression)[0], [value])


@pytest.mark.slow
@given(calls())
@example(
    CallRecipe(
        Name(SHOP, "note"),
        None,
        (
            Attribute(Call(Name(SHOP, "Cart.of")), "total"),
            After(Call(Name(SHOP, "Cart")), (Do("add"),)),
        ),
    )
)
def test_a_call_printed_and_run_does_what_the_worker_does_in_the_same_order(
    call: CallRecipe,
) -> None:
    """A witness that does something else when pasted is worse than none."""
    before = shop.LIMIT, shop.Cart.discount
    shop.LOG.clear()
    built = build_call(encode_call(call), resolve_name)
    result = built.function(*built.args, **built.kwargs)
    set_by_worker = shop.LIMIT, shop.Cart.discount
    put_back(built.settings)
    log = copy.copy(shop.LOG)
    assert (shop.LIMIT, shop.Cart.discount) == before

    shop.LOG.clear()
    python = python_of(call)
    try:
        again, _ = run(str(python), python.expression)
        assert log == shop.LOG
        assert is_same((result, set_by_worker), (again, (shop.LIMIT, shop.Cart.discount)))
    finally:
        shop.LIMIT, shop.Cart.discount = before


def test_a_hundred_levels_print_as_python_that_compiles() -> None:
    """Python itself gives up at 200 brackets."""
    recipe: Recipe = FrozenSet()
    value: object = frozenset()
    for _ in range(97):
        recipe, value = FrozenSet((recipe,)), frozenset({value})
    python = python_of_recipe(recipe)
    assert run(str(python), python.expression)[0] == value


HOSTILE = st.sampled_from(
    [
        *("x; import os", "x\nimport os", "a.b", "", ".", "..", "a..b", "*", "import", "None"),
        *("__debug__", "x)", "é", "ﬁ", "\ud800", "a as b", "0", "-", "<locals>", "f.<locals>.g"),
        *("print", "importlib", "value", "_", "__import__('os')"),
    ]
)


@given(HOSTILE, HOSTILE, HOSTILE, HOSTILE, st.sampled_from(Access))
def test_no_name_breaks_out_of_its_place(
    module: str, qualname: str, keyword: str, label: str, access: Access
) -> None:
    """Names come from the target, and a reader pastes what we print."""
    name = Name(module, qualname)
    shared = Shared(label, After(Call(name), (Do(qualname), SetAttribute(keyword, name))))
    receiver = None if access is Access.CALL else shared
    args: dict[Access, tuple[Recipe, ...]] = {
        Access.CALL: (shared, Reference(label)),
        Access.SET: (Reference(label),),
    }
    kwargs = ((keyword, 1),) if access is Access.CALL else ()
    call = CallRecipe(
        name, receiver, args.get(access, ()), kwargs, ((name, Name("m", qualname)),), access
    )
    python = python_of(call)
    tree = ast.parse(str(python).encode("utf-8", "surrogatepass"))
    ast.parse(python.expression, mode="eval")
    assert len(tree.body) == len(python.imports) + len(python.statements) + 1
    imported = [
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    ]
    assert "os" not in imported
