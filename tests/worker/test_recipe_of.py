"""Recipes of live values: they print as a person would write them, and rebuild an equal value."""

from __future__ import annotations

import array
import ast
import collections
import copyreg
import datetime
import decimal
import fractions
import functools
import importlib
import io
import itertools
import json
import logging
import operator
import pathlib
import re
import sys
import threading
import types
import typing
import unittest.mock
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.worker.pythons import pythons, run_in

from swerve.observe.recipe import decode_call, encode_call, python_of
from swerve.worker.core._deadline import Deadline
from swerve.worker.recipes._recipe_of import MISSING, call_recipe_of, recipe_of
from swerve.worker.recipes.building import build_call, build_value, resolve_name
from swerve.worker.snapshot.snapshot import take_snapshot

SOURCE = """
import enum, functools, itertools, logging, threading, typing
from collections import namedtuple
from dataclasses import dataclass, field

SENTINEL = object()
LOG = []
RATES = {"EUR": 1}
_ids = itertools.count()
logger = logging.getLogger(__name__)

def f(*args, **kwargs): pass

def with_state(value, **state):
    value.__dict__.update(state)
    return value

class Missing: pass
MISSING = Missing()

class Registry:
    def __init__(self):
        self.things = {}
        self.waiting = (x for x in ())
REGISTRY = Registry()

class Color(enum.Enum):
    RED = 1
class Access(enum.Flag):
    READ = 1
    WRITE = 2
class Size(enum.IntEnum):
    SMALL = 1

@dataclass
class Item:
    price: int
    name: str = "x"
    tags: list = field(default_factory=list)

@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0
    norm: int = field(init=False, default=0)

class Order:
    def __init__(self, items=None, currency="EUR"):
        self.items = items or []
        self.currency = currency
        self.rate = RATES.get(currency, 1)
        self._seen = {}
        self._lock = threading.Lock()
    def total(self): return sum(item.price for item in self.items)
    def __check(self): return "checked"
    @property
    def first(self): raise SystemExit("a property was asked")
    @functools.cached_property
    def size(self): return len(self.items)
    @classmethod
    def of(cls, *items): return cls([*items])

class Rush(Order):
    def __init__(self, *args, fee=0, **kwargs):
        super().__init__(*args, **kwargs)
        self.fee = fee

class Private:
    def __init__(self, width, height):
        self._width = width
        self.__height = height
class Renamed:
    def __init__(self, w): self.width = w
class Slotted:
    __slots__ = ("a", "_b", "unset")
    def __init__(self, a, b): self.a = a; self._b = b
class Many:
    def __init__(self, first, *rest, **options):
        self.first = first; self.rest = rest; self.options = options
class Loose:
    def __init__(self, **fields): self.__dict__.update(fields)
class Span:
    def __init__(self, start, run): self.start = start; self.run = run

class Counted:
    made = 0
    def __init__(self, x): Counted.made += 1; self.x = x
class Numbered:
    def __init__(self, x): self.x = x; self.number = next(_ids)
class Loud:
    def __init__(self, x): print("heard"); self.x = x
class Listed:
    def __init__(self, x): LOG.append(self); self.x = x
class Indirect:
    def __init__(self, x): self.x = x; self._note()
    def _note(self): note(self)
def note(it): LOG.append(it)
class Logged:
    def __init__(self, x): logger.info("made"); self.x = x
class Dying:
    def __init__(self, x): self.x = x
    def __del__(self): LOG.append("gone")
class Parsed:
    def __init__(self, text): self.parts = text.split(",")
class Refusing:
    def __init__(self, x=1): raise SystemExit
class Single:
    it = None
    def __new__(cls):
        if cls.it is None: cls.it = super().__new__(cls)
        return cls.it
class Closed:
    def __init__(self, a): object.__setattr__(self, "a", a)
    def __setattr__(self, name, value): raise AttributeError(name)
class Stateful:
    def __init__(self, path): self.content = path + "!"
    def __getstate__(self): return {"content": self.content}
    def __setstate__(self, state): self.__dict__.update(state)

class Node:
    def __init__(self, name, parent=None):
        self.name = name
        self.parent = parent
        self.children = []
        if parent is not None: parent.children.append(self)
def family():
    node = Node("a")
    Node("b", node)
    return node

class Tags(list): pass
class Label(str): pass
class Bag(dict):
    def __init__(self, *args): super().__init__(*args); self.hits = 0
class Limited(dict):
    def __init__(self, most):
        super().__init__()
        self.most = most
        self.order = []
    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        self.order.append(key)
def limited():
    it = Limited(2)
    it["a"] = 1
    return it
class Pair(typing.NamedTuple):
    x: int
    y: int = 0
Old = namedtuple("Old", "a b")
class Coded(Exception):
    def __init__(self, code, message): super().__init__(message); self.code = code
class Worded(Exception):
    def __init__(self, code): super().__init__(f"code {code}")
class Outer:
    class Inner:
        def __init__(self, v): self.v = v
class Strict(type):
    def __hash__(cls): raise RuntimeError
    def __eq__(cls, other): raise RuntimeError
    def __getattribute__(cls, name): raise RuntimeError(name)
class Strange(metaclass=Strict):
    def __init__(self, q): self.q = q
class Liar:
    __class__ = int
    __hash__ = None
    def __getattribute__(self, name): raise SystemExit(name)
    def __eq__(self, other): raise SystemExit
class Late:
    def __init__(self, x): raise_deadline(); self.x = x
def raise_deadline(): pass

def decorated(function):
    @functools.wraps(function)
    def wrapper(*args): return function(*args)
    return wrapper
@decorated
def wrapped(x): return x
@functools.lru_cache
def cached(x): return x

def chained():
    try:
        try: raise KeyError("k")
        except KeyError as error: raise ValueError("v") from error
    except ValueError as error: return error
def shared():
    x = [1]
    return [x, x, {"k": x}]
def looped():
    x = [1]
    x.append(x)
    return x
"""


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    (tmp_path / "toy_shop.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("toy_shop")
    sys.modules.pop("toy_shop")


LIBRARY = {
    each.__name__: each
    for each in (
        array,
        ast,
        collections,
        datetime,
        decimal,
        fractions,
        functools,
        io,
        itertools,
        logging,
        operator,
        pathlib,
        re,
        threading,
        types,
        typing,
        uuid,
    )
}


def live(expression: str, shop: Any) -> Any:
    return eval(expression, {**LIBRARY, **vars(shop)})  # noqa: S307


def recipe_bytes(value: object) -> bytes | None:
    return call_recipe_of("toy_shop", "f", None, (value,), {})


def written(data: bytes) -> str:
    """Return the Python of a call of `f`, without imports and the call."""
    call = decode_call(data)
    assert encode_call(call) == data, "written as the parent writes it"
    python = python_of(call)
    assert python.runs
    return "\n".join((*python.statements, python.expression.removeprefix("f(")[:-1]))


def assert_rebuilds(value: object, data: bytes) -> None:
    built = build_call(data, resolve_name)
    assert take_snapshot([("", built.args[0])]) == take_snapshot([("", value)])


VALUES = [
    "[1, 2.5, 'a', None, True, b'x', 1j, ..., 2**70]",
    "{'a': {'b': [1, (2, 3)]}}",
    "{1: {2}, (3, 4): frozenset({5})}",
    "{1, 2, 'a'}",
    "range(1, 9, 2)",
    "slice(1, 2)",
    "itertools.count(5)",
    "itertools.count(5, 2)",
    "NotImplemented",
    "list[int]",
    "len",
    "str.upper",
    "[1].append",
    "{'a': 1}.keys()",
    "[*range(1000)]",
]
LIBRARY_VALUES = [
    ("datetime.date(2020, 1, 2)", "date(2020, 1, 2)"),
    ("datetime.datetime(2020, 1, 2)", "datetime(2020, 1, 2)"),
    (
        "datetime.datetime(2020, 1, 2, 3, 4, tzinfo=datetime.timezone.utc)",
        "datetime(2020, 1, 2, 3, 4, tzinfo=timezone.utc)",
    ),
    ("datetime.time(3, 4, 5)", "time(3, 4, 5)"),
    ("datetime.timedelta(days=1, seconds=2)", "timedelta(days=1, seconds=2)"),
    ("decimal.Decimal('1.50')", 'Decimal("1.50")'),
    ("fractions.Fraction(1, 3)", "Fraction(1, 3)"),
    ("pathlib.Path('a/b')", 'Path("a/b")'),
    ("pathlib.PureWindowsPath('a/b')", r'PureWindowsPath("a\\b")'),
    ("uuid.UUID(int=5)", 'UUID("00000000-0000-0000-0000-000000000005")'),
    ("collections.deque([1, 2], maxlen=3)", "deque([1, 2], maxlen=3)"),
    ("collections.OrderedDict(b=1, a=2)", 'OrderedDict({"b": 1, "a": 2})'),
    ("collections.defaultdict(list, a=[1])", 'defaultdict(list, {"a": [1]})'),
    ("collections.Counter('aab')", 'Counter({"a": 2, "b": 1})'),
    ("collections.ChainMap({1: 2})", "ChainMap({1: 2})"),
    ("re.compile('a+', re.I)", 're_compile("a+", IGNORECASE)'),
    ("re.compile(b'a+')", 're_compile(b"a+")'),
    ("types.SimpleNamespace(a=1, function=[2])", "SimpleNamespace(a=1, function=[2])"),
    ("types.MappingProxyType({'a': 1})", 'MappingProxyType({"a": 1})'),
    ("bytearray(b'ab')", 'bytearray(b"ab")'),
    ("array.array('i', [1, 2])", 'array("i", [1, 2])'),
    ("functools.partial(f, 1, b=2)", "partial(f, 1, b=2)"),
    ("io.BytesIO(b'ab')", 'BytesIO(b"ab")'),
    ("operator.itemgetter(1)", "itemgetter(1)"),
    ("operator.add", "add"),
    ("typing.List[int]", "List[int]"),
    ("logging.getLogger('x')", 'getLogger("x")'),
    ("ast.Name('x')", 'Name(id="x")'),
    ("KeyError('k')", 'KeyError("k")'),
    ("FileNotFoundError(2, 'No', 'a.txt')", 'FileNotFoundError(2, "No", "a.txt")'),
    ("threading.Event()", "Event()"),
]
#: Values of the project's own classes that a call of the class makes.
PROJECT_VALUES = [
    ("Color.RED", "Color.RED"),
    ("Size.SMALL", "Size.SMALL"),
    ("Access.READ | Access.WRITE", "Access(3)"),
    ("SENTINEL", "SENTINEL"),
    ("[SENTINEL, SENTINEL]", "[SENTINEL, SENTINEL]"),
    ("MISSING", "MISSING"),
    ("REGISTRY", "REGISTRY"),
    ("f", "f"),
    ("wrapped", "wrapped"),
    ("cached", "cached"),
    ("Outer.Inner", "Outer.Inner"),
    ("Outer.Inner(3)", "Outer.Inner(v=3)"),
    ("Item(5)", "Item(price=5)"),
    ("Item(5, tags=['a'])", 'Item(price=5, tags=["a"])'),
    ("Point(1, 2)", "Point(x=1, y=2)"),
    ("Order()", "Order()"),
    ("Order([Item(0)], 'USD')", 'Order(items=[Item(price=0)], currency="USD")'),
    ("Order().total", "Order().total"),
    ("Order._Order__check.__get__(Order())", "Order()._Order__check"),
    ("Order.of", "Order.of"),
    ("Rush([1], fee=2)", "Rush(fee=2, items=[1])"),
    ("Private(1, 2)", "Private(width=1, height=2)"),
    ("Renamed(5)", "Renamed(w=5)"),
    ("Slotted(1, [2])", "Slotted(a=1, b=[2])"),
    ("Many(1, 2, 3, k=4)", "Many(1, 2, 3, k=4)"),
    ("Loose(a=1, b=2)", "Loose(a=1, b=2)"),
    ("Span(1, 2)", "Span(start=1, run=2)"),
    ("Tags([1, 2])", "Tags([1, 2])"),
    ("Label('n')", 'Label("n")'),
    ("Bag({1: 2})", "Bag({1: 2})"),
    ("Pair(1)", "Pair(x=1)"),
    ("Old(1, [2])", "Old(a=1, b=[2])"),
    ("Coded(5, 'no')", 'Coded(code=5, message="no")'),
    ("Closed(3)", "Closed(a=3)"),
    ("Strange(4)", "Strange(q=4)"),
    ("Single()", "Single.__new__(Single)"),
]
#: Values that take steps, or cannot be made by their class.
STEPPED_VALUES = [
    ("with_state(Order(), extra=5)", "order = Order()\norder.extra = 5\norder"),
    (
        "with_state(Order([1]), _seen={1: 2})",
        "order = Order(items=[1])\norder._seen = {1: 2}\norder",
    ),
    ("with_state(Tags([1]), a=2)", "tags = Tags([1])\ntags.a = 2\ntags"),
    ("limited()", 'limited = Limited(most=2)\nlimited["a"] = 1\nlimited'),
    (
        "with_state(Point(1), norm=9)",
        'point = Point(x=1)\nobject.__setattr__(point, "norm", 9)\npoint',
    ),
    ("Counted(3)", "value = Counted.__new__(Counted)\nvalue.x = 3\nvalue"),
    ("Parsed('a,b')", 'value = Parsed.__new__(Parsed)\nvalue.parts = ["a", "b"]\nvalue'),
    (
        "Stateful('p')",
        'value = Stateful.__new__(Stateful)\nvalue.__setstate__({"content": "p!"})\nvalue',
    ),
    ("Worded(5)", 'Worded.__new__(Worded, "code 5")'),
    (
        "chained()",
        'value_error = ValueError("v")\nvalue_error.__cause__ = KeyError("k")\nvalue_error',
    ),
    ("family()", 'node = Node(name="a")\nnode.children = [Node(name="b", parent=node)]\nnode'),
    ("shared()", 'items = [1]\n[items, items, {"k": items}]'),
    ("looped()", "items = [1]\nitems.append(items)\nitems"),
]


@pytest.mark.parametrize("expression", VALUES)
def test_values_of_builtin_types_rebuild(shop: Any, expression: str) -> None:
    value = live(expression, shop)
    data = recipe_bytes(value)
    assert data is not None
    assert written(data)
    assert_rebuilds(value, data)


@pytest.mark.parametrize(("expression", "python"), LIBRARY_VALUES + PROJECT_VALUES + STEPPED_VALUES)
def test_a_recipe_prints_as_a_person_would_write_it(
    shop: Any, expression: str, python: str
) -> None:
    value = live(expression, shop)
    data = recipe_bytes(value)
    assert data is not None
    assert written(data) == python
    assert_rebuilds(value, data)


def test_an_exception_is_written_as_it_is_raised_whatever_pickle_was_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """tblib, which Dask brings along, registers every exception in order to keep tracebacks."""
    monkeypatch.setitem(copyreg.dispatch_table, KeyError, lambda error: (print, (error.args,)))
    data = recipe_bytes(KeyError("k"))
    assert data is not None
    assert written(data) == 'KeyError("k")'


def test_a_file_in_memory_stands_where_it_stood(shop: Any) -> None:
    file = io.StringIO("hello")
    file.read(2)
    data = recipe_bytes(file)
    assert data is not None
    assert written(data) == 'string_io = StringIO("hello")\nstring_io.seek(2)\nstring_io'
    assert build_call(data, resolve_name).args[0].read() == "llo"
    assert file.tell() == 2


@pytest.mark.parametrize(
    "expression",
    [
        "(x for x in [1])",
        "iter([1])",
        "zip([1])",
        "itertools.cycle([1])",
        "memoryview(b'a')",
        "threading.Lock()",
        "[threading.Lock()]",
        "lambda: 1",
        "[lambda: 1]",
        "Dying(1)",
        "type('Made', (), {})()",
        "with_state(Order(), waiting=(x for x in [1]))",
        "'x' * 300_000",
        "[[x] for x in range(5000)]",
        "functools.reduce(lambda inner, _: [inner], range(200), [])",
    ],
)
def test_what_lives_in_its_process_alone_has_no_recipe(shop: Any, expression: str) -> None:
    assert recipe_bytes(live(expression, shop)) is None


def test_an_open_file_has_no_recipe(shop: Any) -> None:
    with open(__file__) as file:
        assert recipe_bytes(file) is None
        assert recipe_bytes(shop.with_state(shop.Order(), file=file)) is None


def test_a_stand_in_has_no_recipe(shop: Any) -> None:
    assert recipe_bytes(unittest.mock.MagicMock(a=1)) is None


def test_an_iterator_is_left_where_it_is(shop: Any) -> None:
    numbers = iter([1, 2])
    generator = (number for number in numbers)
    assert recipe_bytes(shop.with_state(shop.Order(), waiting=[generator])) is None
    assert list(generator) == [1, 2]


@pytest.mark.parametrize("name", ["Counted", "Numbered", "Loud", "Listed", "Indirect", "Logged"])
def test_a_constructor_that_is_heard_elsewhere_is_not_called(
    shop: Any, name: str, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """A test that counts instances, or reads what was printed, must not notice."""
    value = getattr(shop, name)(1)
    capsys.readouterr()
    caplog.clear()
    before = shop.Counted.made, len(shop.LOG), repr(shop._ids)
    data = recipe_bytes(value)
    assert data is not None
    assert "__new__" in written(data)
    assert_rebuilds(value, data)
    assert (shop.Counted.made, len(shop.LOG), repr(shop._ids)) == before
    assert not capsys.readouterr().out
    assert not caplog.records


def test_live_values_stay_as_they_are(shop: Any) -> None:
    """The constructor of a node puts it among its parent's children."""
    child = shop.family().children[0]
    before = take_snapshot([("", child)])
    data = recipe_bytes(child)
    assert data is not None
    assert take_snapshot([("", child)]) == before
    assert build_call(data, resolve_name).args[0].parent.children[0].name == "b"


def test_a_live_object_that_a_class_hands_out_again_is_not_changed(shop: Any) -> None:
    single = shop.with_state(shop.Single(), x=1)
    data = recipe_bytes(single)
    assert data is not None
    assert vars(single) == {"x": 1}
    assert "x =" not in written(data)


def test_hostile_objects_are_only_looked_at(shop: Any) -> None:
    for value in (shop.Liar(), [shop.Liar()], shop.Refusing.__new__(shop.Refusing)):
        data = recipe_bytes(value)
        assert data is not None
        assert_rebuilds(value, data)


def test_a_deadline_passes(shop: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    value = shop.Late(1)

    def ring() -> None:
        raise Deadline

    monkeypatch.setattr(shop, "raise_deadline", ring)
    with pytest.raises(Deadline):
        recipe_bytes(value)


def test_the_order_of_a_set_is_always_the_same(shop: Any) -> None:
    one, other = {"b", "a", "c"}, {"c", "b", "a"}
    assert recipe_bytes(one) == recipe_bytes(other)
    nodes = [shop.Node(name) for name in "abcdef"]
    data = recipe_bytes({*nodes})
    assert data is not None
    assert data == recipe_bytes({*map(shop.Node, "abcdef")})
    assert len(build_call(data, resolve_name).args[0]) == 6


def test_equal_values_need_no_variable(shop: Any) -> None:
    price = decimal.Decimal("1.0")
    data = recipe_bytes([price, price, (price,)])
    assert data is not None
    assert written(data) == '[Decimal("1.0"), Decimal("1.0"), (Decimal("1.0"),)]'


def test_plain_arrays_are_lists_of_numbers(shop: Any) -> None:
    numpy = pytest.importorskip("numpy")
    for value, python in (
        (numpy.array([[1, 2], [3, 4]]), "array([[1, 2], [3, 4]])"),
        (numpy.array([1, 2], dtype="int8"), 'array([1, 2], dtype="int8")'),
        (numpy.float32(1.5), "float32(1.5)"),
        (numpy.zeros((0, 3)), "empty((0, 3))"),
    ):
        data = recipe_bytes(value)
        assert data is not None
        assert written(data) == python
        assert_rebuilds(value, data)


def test_long_arrays_of_numbers_are_made_from_their_bytes(shop: Any) -> None:
    numpy = pytest.importorskip("numpy")
    for value, shape in (
        (numpy.arange(12_000.0).reshape(1_200, 10), ".reshape((1200, 10))"),
        (numpy.arange(2_000) > 5, ""),
        (numpy.arange(3_000, dtype=">i2")[::-2], ""),
        (numpy.asfortranarray(numpy.ones((20, 30, 2), "c8")), ".reshape((20, 30, 2))"),
    ):
        data = recipe_bytes(value)
        assert data is not None
        text = written(data)
        dtype = value.dtype.str
        assert text.startswith("frombuffer(b")
        assert text.endswith(f', "{dtype}"){shape}.copy()')
        assert len(data) < value.nbytes * 4 / 3 + 300
        assert_rebuilds(value, data)
        made = eval(text, {"frombuffer": numpy.frombuffer})  # noqa: S307 - our own text
        assert (made == value).all()
        assert made.flags.writeable


def test_attrs_classes_are_called_by_their_arguments(tmp_path: Path, shop: Any) -> None:
    pytest.importorskip("attr")
    (tmp_path / "toy_attrs.py").write_text(
        "import attr\n"
        "@attr.frozen\n"
        "class Box:\n"
        "    _width: int\n"
        "    tags: list = attr.Factory(list)\n"
        "    deep: int = attr.field(init=False, default=1)\n"
    )
    toy = importlib.import_module("toy_attrs")
    for value, python in (
        (toy.Box(1), "Box(width=1)"),
        (toy.Box(1, ["a"]), 'Box(width=1, tags=["a"])'),
    ):
        data = recipe_bytes(value)
        assert data is not None
        assert written(data) == python
        assert_rebuilds(value, data)


# --- calls --------------------------------------------------------------------------------------


def test_a_call_has_its_receiver_arguments_and_what_they_share(shop: Any) -> None:
    item = shop.Item(3)
    order = shop.Order([item])
    data = call_recipe_of("toy_shop", "Order.total", order, (item,), {"also": [item]})
    assert data is not None
    assert str(python_of(decode_call(data))).endswith(
        "item = Item(price=3)\nOrder(items=[item]).total(item, also=[item])"
    )
    built = build_call(data, resolve_name)
    assert built.receiver.items[0] is built.args[0] is built.kwargs["also"][0]


@pytest.mark.parametrize(
    ("qualname", "access", "args", "python"),
    [
        ("Order.first", "get", (), "Order().first"),
        ("Order.first", "set", (1,), 'setattr(Order(), "first", 1)'),
        ("Order.__check", "call", (), "Order()._Order__check()"),
    ],
)
def test_properties_and_private_methods_are_reached(
    shop: Any, qualname: str, access: str, args: tuple[Any, ...], python: str
) -> None:
    data = call_recipe_of("toy_shop", qualname, shop.Order(), args, {}, access)
    assert data is not None
    assert str(python_of(decode_call(data))).endswith(python)


def test_a_constructor_that_begins_is_a_call_of_the_class(shop: Any) -> None:
    fresh = shop.Order.__new__(shop.Order)
    data = call_recipe_of("toy_shop", "Order.__init__", fresh, ([1],), {})
    assert data is not None
    assert str(python_of(decode_call(data))).endswith("Order([1])")
    rush = shop.Rush.__new__(shop.Rush)
    data = call_recipe_of("toy_shop", "Order.__init__", rush, ([1],), {})
    assert data is not None
    assert str(python_of(decode_call(data))).endswith("Rush.__new__(Rush).__init__([1])")


def test_a_function_inside_another_cannot_be_called(shop: Any) -> None:
    assert call_recipe_of("toy_shop", "f.<locals>.g", None, (), {}) is None


def test_a_single_value_has_a_recipe_too(shop: Any) -> None:
    assert recipe_of(None) is None
    assert recipe_of([1, {"a": 2}]) == ["j", [1, {"a": 2}]]
    assert recipe_of(iter([])) is MISSING
    assert build_value(recipe_of(shop.Item(3)), resolve_name) == shop.Item(3)


# --- every Python -------------------------------------------------------------------------------

MAKE = """
from injected.recipes._recipe_of import call_recipe_of
from injected.snapshot.snapshot import take_snapshot
sys.path.insert(0, sys.argv[1])
import toy_shop
import array, ast, collections, datetime, decimal, fractions, functools, io, itertools, logging
import operator, pathlib, re, threading, types, typing, uuid
names = {**globals(), **vars(toy_shop)}
made = []
for expression in json.loads(sys.argv[2]):
    value = eval(expression, names)
    data = call_recipe_of("toy_shop", "f", None, (value,), {})
    seen = take_snapshot([("", value)])
    made.append([expression, data and data.decode(), seen.hex()])
print(json.dumps(made))
"""
BUILD = """
from injected.recipes.building import build_call, resolve_name
from injected.snapshot.snapshot import take_snapshot
sys.path.insert(0, sys.argv[1])
wrong = []
for expression, data, seen in json.loads(sys.argv[2]):
    if data is None:
        wrong.append(expression)
        continue
    built = build_call(data.encode(), resolve_name).args[0]
    if take_snapshot([("", built)]).hex() != seen:
        wrong.append(expression)
print(json.dumps(wrong))
"""


@pytest.mark.parametrize("python", pythons())
def test_every_python_rebuilds_in_another_process(python: str, tmp_path: Path) -> None:
    (tmp_path / "toy_shop.py").write_text(SOURCE)
    expressions = [*VALUES]
    expressions += [each for each, _ in LIBRARY_VALUES + PROJECT_VALUES + STEPPED_VALUES]
    made = run_in(python, MAKE, str(tmp_path), json.dumps(expressions))
    assert run_in(python, BUILD, str(tmp_path), json.dumps(made)) == []
