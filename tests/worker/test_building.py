"""Building calls in a worker: what target code does there, and in every Python."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from typing import Any

import pytest
from tests.worker.pythons import pythons, run_in

from swerve.observe.recipe import (
    Access,
    After,
    Attribute,
    Blob,
    Call,
    CallRecipe,
    Dict,
    Do,
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
)
from swerve.worker.core._deadline import Deadline
from swerve.worker.recipes.building import (
    BadRecipe,
    BuiltCall,
    NotBuilt,
    attribute_path,
    build_call,
    put_back,
    resolve_name,
)

SOURCE = """
LIMIT = 10
LOG = []

class Hostile(Exception):
    def __repr__(self): raise SystemExit
    __str__ = __repr__

class Cart:
    discount = 0
    __tax = 7
    def __init__(self, *args):
        LOG.append(("Cart", LIMIT))
        self.args = args
    def __secret(self): return "secret"
    @property
    def total(self): return len(self.args)
    @total.setter
    def total(self, value): self.args = (value,)
    @total.deleter
    def total(self): self.args = ()
    @classmethod
    def of(cls, *args): return cls(*args)
    @staticmethod
    def plain(x): return x
    class Line: pass

class Closed(type):
    def __setattr__(cls, name, value): raise TypeError("closed")

class Shut(metaclass=Closed):
    size = 1

class Unhashable:
    def __hash__(self): raise KeyError("no")

def fail(error): raise error
def leave(): raise SystemExit(3)
def interrupt(): raise KeyboardInterrupt
def hostile(): raise Hostile
def dig(): return dig()
"""


@pytest.fixture
def shop() -> Iterator[Any]:
    module = types.ModuleType("toy_shop")
    sys.modules["toy_shop"] = module
    exec(SOURCE, module.__dict__)  # noqa: S102
    yield module
    del sys.modules["toy_shop"]


def name(qualname: str) -> Name:
    return Name("toy_shop", qualname)


def built(call: CallRecipe) -> BuiltCall:
    return build_call(encode_call(call), resolve_name)


def result_of(call: CallRecipe) -> Any:
    ready = built(call)
    return ready.function(*ready.args, **ready.kwargs)


CART = Call(name("Cart"), (1, 2))


def test_a_method_is_bound_to_its_receiver(shop: Any) -> None:
    ready = built(CallRecipe(name("Cart.__secret"), CART))
    assert isinstance(ready.receiver, shop.Cart)
    assert ready.function() == "secret"
    assert ready.args == ()


@pytest.mark.parametrize(
    ("target", "args", "expected"),
    [("Cart.of", (1,), (1,)), ("Cart", (2, 3), (2, 3))],
)
def test_a_class_and_its_class_methods_need_no_receiver(
    shop: Any, target: str, args: tuple[Recipe, ...], expected: tuple[int, ...]
) -> None:
    assert result_of(CallRecipe(name(target), None, args)).args == expected


def test_properties_are_got_set_and_deleted(shop: Any) -> None:
    assert result_of(CallRecipe(name("Cart.total"), CART, access=Access.GET)) == 2
    for access, args, expected in ((Access.SET, (9,), (9,)), (Access.DELETE, (), ())):
        ready = built(CallRecipe(name("Cart.total"), CART, args, access=access))
        assert ready.receiver.args == (1, 2)
        ready.function(*ready.args)
        assert ready.receiver.args == expected


def test_state_is_set_before_anything_else_is_built_and_goes_back(shop: Any) -> None:
    call = CallRecipe(
        name("Cart.total"),
        CART,
        access=Access.GET,
        state=(
            (name("LIMIT"), 3),
            (name("Cart.discount"), 5),
            (name("Cart.__tax"), 6),
            (name("new"), List()),
            (name("LIMIT"), 4),
        ),
    )
    ready = built(call)
    assert shop.LOG == [("Cart", 4)]
    assert (shop.LIMIT, shop.Cart.discount, shop.Cart._Cart__tax, shop.new) == (4, 5, 6, [])
    put_back(ready.settings)
    assert (shop.LIMIT, shop.Cart.discount, shop.Cart._Cart__tax) == (10, 0, 7)
    assert not hasattr(shop, "new")


def test_a_static_method_that_was_replaced_is_one_again(shop: Any) -> None:
    before = shop.Cart.__dict__["plain"]
    ready = built(CallRecipe(name("LOG.copy"), None, state=((name("Cart.plain"), 1),)))
    put_back(ready.settings)
    assert shop.Cart.__dict__["plain"] is before


@pytest.mark.parametrize(
    ("recipe", "doing", "error"),
    [
        pytest.param(
            Call(name("fail"), (Call(Name("builtins", "KeyError"), (1,)),)),
            "calling toy_shop.fail",
            KeyError,
            id="a constructor raises",
        ),
        pytest.param(Call(name("leave")), "calling toy_shop.leave", SystemExit, id="it exits"),
        pytest.param(
            Call(name("interrupt")),
            "calling toy_shop.interrupt",
            KeyboardInterrupt,
            id="interrupts",
        ),
        pytest.param(Call(name("dig")), "calling toy_shop.dig", RecursionError, id="digs deep"),
        pytest.param(name("gone"), "looking up toy_shop.gone", AttributeError, id="no such name"),
        pytest.param(
            Name("no_such_module", "x"),
            "looking up no_such_module.x",
            ModuleNotFoundError,
            id="module",
        ),
        pytest.param(
            Call(name("LIMIT")), "calling toy_shop.LIMIT", TypeError, id="what can't be called"
        ),
        pytest.param(
            Call(Attribute(CART, "fly")), "taking the attribute fly", AttributeError, id="attribute"
        ),
        pytest.param(Item(CART, 1), "taking an item of a value", TypeError, id="item"),
        pytest.param(
            Item(name("Cart"), 1), "taking an item of toy_shop.Cart", TypeError, id="class"
        ),
        pytest.param(Set((List(),)), "filling a set", TypeError, id="a list in a set"),
        pytest.param(
            Dict(((Call(name("Unhashable")), 1),)), "filling a dict", KeyError, id="hostile hash"
        ),
        pytest.param(
            Shared("d", Dict(((Call(name("Unhashable")), Reference("d")),))),
            "filling a dict",
            KeyError,
            id="hostile hash in a cycle",
        ),
        pytest.param(
            After(CART, (Do("sail", (1,)),)), "taking the attribute sail", AttributeError, id="step"
        ),
        pytest.param(
            After(CART, (SetItem(1, 2),)), "setting an item of a value", TypeError, id="item step"
        ),
        pytest.param(
            After(1, (SetAttribute("x", 2),)),
            "setting the attribute x",
            AttributeError,
            id="set step",
        ),
    ],
)
def test_what_target_code_raises_while_building_is_not_the_calls_own(
    shop: Any, recipe: Recipe, doing: str, error: type[BaseException]
) -> None:
    """Otherwise a broken constructor would look like a difference between old and new."""
    call = CallRecipe(name("fail"), None, (recipe,), state=((name("LIMIT"), 3),))
    with pytest.raises(NotBuilt) as caught:
        built(call)
    assert caught.value.doing == doing
    assert type(caught.value.error) is error
    assert shop.LIMIT == 10


def test_an_error_is_spoken_of_without_asking_it_anything(shop: Any) -> None:
    with pytest.raises(NotBuilt) as caught:
        built(CallRecipe(name("fail"), None, (Call(name("hostile")),)))
    assert str(caught.value) == "calling toy_shop.hostile: Hostile"


def test_state_that_can_not_be_set_is_not_built(shop: Any) -> None:
    call = CallRecipe(name("fail"), state=((name("LIMIT"), 3), (name("Shut.size"), 2)))
    with pytest.raises(NotBuilt, match=r"setting toy_shop\.Shut\.size: TypeError"):
        built(call)
    assert shop.LIMIT == 10


def test_a_deadline_passes_and_the_state_goes_back(shop: Any) -> None:
    def late(*_: object) -> None:
        raise Deadline

    shop.late = late
    with pytest.raises(Deadline):
        built(CallRecipe(name("fail"), None, (Call(name("late")),), state=((name("LIMIT"), 3),)))
    assert shop.LIMIT == 10


def test_a_call_that_itself_raises_is_built(shop: Any) -> None:
    with pytest.raises(KeyError):
        result_of(CallRecipe(name("fail"), None, (Call(Name("builtins", "KeyError")),)))


def test_every_build_makes_its_own_objects(shop: Any) -> None:
    data = encode_call(CallRecipe(name("fail"), None, (List((1, List(()))),)))
    one, other = (build_call(data, resolve_name).args[0] for _ in range(2))
    assert one is not other
    assert one[1] is not other[1]


def test_equal_parts_of_one_call_are_different_objects(shop: Any) -> None:
    """Aliasing shows when one of them is changed in place."""
    rows = List((List((0,)), List((0,))))
    (built_rows,) = built(CallRecipe(name("fail"), None, (rows,))).args
    assert built_rows[0] is not built_rows[1]


def test_blobs_come_from_where_the_worker_keeps_them(shop: Any) -> None:
    data = encode_call(CallRecipe(name("fail"), None, (Blob("w-1"),)))
    kept = {"w-1": object()}
    assert build_call(data, resolve_name, kept.__getitem__).args == (kept["w-1"],)
    kept.clear()
    with pytest.raises(NotBuilt, match="fetching the blob w-1: KeyError"):
        build_call(data, resolve_name, kept.__getitem__)
    with pytest.raises(BadRecipe):
        build_call(data, resolve_name)


@pytest.mark.parametrize(
    ("qualname", "path"),
    [
        ("f", ["f"]),
        ("__f", ["__f"]),
        ("A.__f", ["A", "_A__f"]),
        ("_A.__f", ["_A", "_A__f"]),
        ("A.__f__", ["A", "__f__"]),
        ("A._f", ["A", "_f"]),
        ("__.__f", ["__", "__f"]),
        ("A.__B.__f", ["A", "_A__B", "_B__f"]),
        ("A.f_", ["A", "f_"]),
        ("", [""]),
    ],
)
def test_private_names_are_found_where_python_puts_them(qualname: str, path: list[str]) -> None:
    assert attribute_path(qualname) == path


EVERYWHERE = """
building = importlib.import_module("injected.recipes.building")
sys.modules["toy_shop"] = shop = types.ModuleType("toy_shop")
exec(sys.argv[1], shop.__dict__)
ready = building.build_call(sys.argv[2].encode("utf-8", "surrogateescape"), building.resolve_name)
items, again, number, text, data, pair = ready.args
troubles = []
for hostile in (b"", b"[", b"[" * 100000, b"\\xff", b'[1,"m"]', b'[1,"m","f",[["l"]],{}]', b"nul",
                b'[1,"m","f",[{}],{}]', b'[1,"m","f",' + b"[" * 5000):
    try:
        building.build_call(hostile, building.resolve_name)
        troubles.append(repr(hostile[:20]))
    except building.BadRecipe:
        pass
    except building.NotBuilt:
        pass
print(json.dumps([
    items is again, items[1] is items, number == 2**70, text, data == b"\\x00\\xff", list(pair),
    type(ready.receiver).__name__, ready.receiver.size, ready.function.__name__, shop.LIMIT,
    sorted(ready.kwargs.items()), troubles,
]))
"""


@pytest.mark.parametrize("python", pythons())
def test_calls_are_built_in_every_python(python: str) -> None:
    call = CallRecipe(
        name("Cart.of"),
        After(CART, (SetAttribute("size", 3),)),
        (
            Shared("x", List((1, Reference("x")))),
            Reference("x"),
            2**70,
            "é😀",
            b"\0\xff",
            Tuple((1.5, None)),
        ),
        (("a", True),),
        ((name("LIMIT"), 3),),
    )
    answer = run_in(python, EVERYWHERE, SOURCE, encode_call(call).decode())
    expected = [True, True, True, "é😀", True, [1.5, None], "Cart", 3, "of", 3, [["a", True]], []]
    assert answer == expected
