"""What is seen of each type that has a rule?"""

from __future__ import annotations

import array
import builtins
import collections
import datetime
import fractions
import functools
import gc
import hashlib
import io
import itertools
import logging
import operator
import pathlib
import queue
import random
import re
import sqlite3
import sys
import threading
import time
import types
import uuid
import weakref
import xml.etree.ElementTree as ElementTree
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum, Flag, IntEnum
from typing import Any, NamedTuple

import pytest
from tests.observe.snapshot.random_graphs import Slotted, Thing, Words, root, snapshot

from swerve.observe.snapshot import Cut, Graph, Items, Named, Object, Opaque, decode, show
from swerve.worker.snapshot.snapshot import take_snapshot


class Color(Enum):
    RED = 1


class Number(IntEnum):
    ONE = 1


class Right(Flag):
    READ = 1
    WRITE = 2


@dataclass
class Order:
    price: int = 1
    cache: object = field(default=None, compare=False)


class Lazy:
    @functools.cached_property
    def computed(self) -> int:
        return 5


@dataclass(frozen=True)
class Point:
    x: int = 1


class Pair(NamedTuple):
    left: int = 1
    right: str = "r"


class Failure(Exception):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.code = 5


class Label(str):
    pass


class Worker:
    def work(self) -> None:
        pass


@functools.lru_cache
def cached(x: int) -> int:
    return x


def adder(amount: int, factor: int = 2) -> Callable[[int], int]:
    def add(x: int, *, more: int = amount) -> int:
        return x + amount * factor + more

    return add


def _chained() -> BaseException:
    try:
        try:
            raise KeyError("k")
        except KeyError as error:
            raise Failure("m") from error
    except Failure as error:
        return error


def _in_context() -> BaseException:
    try:
        try:
            raise KeyError("k")
        except KeyError:
            raise Failure("m")  # noqa: B904 - this is the point
    except Failure as error:
        return error


def _hiding() -> BaseException:
    try:
        try:
            raise KeyError("k")
        except KeyError:
            raise Failure("m") from None
    except Failure as error:
        return error


def _moved() -> collections.OrderedDict[str, int]:
    ordered = collections.OrderedDict(a=1, b=2)
    ordered.move_to_end("a")
    return ordered


def _locked() -> threading.Lock:
    lock = threading.Lock()
    lock.acquire()
    return lock


def _thing(**attributes: object) -> Thing:
    thing = Thing()
    thing.__dict__.update(attributes)
    return thing


def _row() -> sqlite3.Row:
    connection = sqlite3.connect(":memory:")
    connection.row_factory = sqlite3.Row
    row: sqlite3.Row = connection.execute("select 1 as a, 'x' as b").fetchone()
    connection.close()
    return row


def _slotted() -> Slotted:
    value = Slotted()
    value.first = 1  # type: ignore[attr-defined]
    return value


def _words() -> Words:
    words = Words([1, 2])
    words.extra = 3
    return words


_UTC = datetime.timezone.utc
_CASES: list[tuple[Callable[[], object], str]] = [
    # builtins
    (lambda: [1, (2,), {3}, {4: [5]}, frozenset()], "[1, (2,), {3}, {4: [5]}, frozenset({})]"),
    (lambda: range(1, 5), "range(1, 5, 1)"),
    (lambda: slice(1, None), "slice(1, None, None)"),
    (lambda: bytearray(b"x"), "bytearray(b'x')"),
    (
        lambda: memoryview(b"ab"),
        "memoryview(b'ab', format='B', obj=b'ab', readonly=True, shape=(2,))",
    ),
    (lambda: array.array("i", [1, 2]), "array([1, 2], typecode='i')"),
    (lambda: types.MappingProxyType({"a": 1}), "mappingproxy({'a': 1})"),
    (lambda: types.SimpleNamespace(b=[2], a=1), "SimpleNamespace(a=1, b=[2])"),
    (lambda: {1: 2}.keys(), "dict_keys([1])"),
    (lambda: {1: 2}.values(), "dict_values([2])"),
    (lambda: {1: 2}.items(), "dict_items([(1, 2)])"),
    (lambda: list[int], "GenericAlias(__args__=(<class int>,), __origin__=<class list>)"),
    (lambda: object(), "object()"),
    (lambda: NotImplemented, "NotImplemented"),
    (lambda: ..., "Ellipsis"),
    (lambda: float("nan"), "nan"),
    # collections
    (lambda: collections.Counter("aab"), "Counter({'a': 2, 'b': 1})"),
    (lambda: collections.defaultdict(list, {1: [2]}), "defaultdict(<class list>, {1: [2]})"),
    (lambda: collections.deque([1]), "deque([1])"),
    (lambda: collections.deque([1], 3), "deque([1], maxlen=3)"),
    (lambda: collections.ChainMap({1: 2}, {}), "ChainMap(maps=[{1: 2}, {}])"),
    (_moved, "OrderedDict({'b': 2, 'a': 1})"),
    (lambda: collections.UserList([1]), "UserList(data=[1])"),
    # classes of the target
    (lambda: _thing(b=1, a="x"), "Thing(a='x', b=1)"),
    (_slotted, "Slotted(first=1)"),
    (_words, "Words([1, 2], extra=3)"),
    (lambda: Label("text"), "Label('text')"),
    (lambda: Order(3, cache="c"), "Order(price=3)"),
    (lambda: Point(3), "Point(x=3)"),
    (lambda: Pair(), "Pair(left=1, right='r')"),
    (lambda: Color.RED, "Color.RED"),
    (lambda: Number.ONE, "Number.ONE"),
    (lambda: Right.WRITE, "Right.WRITE"),
    (lambda: Right(0), "Right(0)"),
    # exceptions
    (lambda: ValueError("no", 1), "ValueError('no', 1)"),
    (lambda: Failure("m"), "Failure('m', code=5)"),
    (_chained, "Failure('m', __cause__=KeyError('k'), code=5)"),
    (_in_context, "Failure('m', __context__=KeyError('k'), code=5)"),
    (_hiding, "Failure('m', code=5)"),
    (lambda: OSError(2, "gone", "/x"), "FileNotFoundError(2, 'gone', filename='/x')"),
    (lambda: SystemExit(3), "SystemExit(3)"),
    (
        lambda: UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"),
        "UnicodeDecodeError('utf-8', b'\\xff', 0, 1, 'bad')",
    ),
    # the standard library
    (lambda: Decimal("1.50e+3"), "Decimal('1.50E+3')"),
    (lambda: fractions.Fraction(1, 3), "Fraction(1, 3)"),
    (lambda: datetime.date(2024, 1, 2), "date(2024, 1, 2)"),
    (lambda: datetime.time(1, 2), "time(1, 2)"),
    (lambda: datetime.datetime(2024, 1, 2, 3, 4, 5), "datetime(2024, 1, 2, 3, 4, 5)"),
    (
        lambda: datetime.datetime(2024, 1, 2, tzinfo=_UTC),
        "datetime(2024, 1, 2, 0, 0, 0, 0, timezone((timedelta(0),)))",
    ),
    (lambda: datetime.timedelta(1, 2), "timedelta(1, 2)"),
    (lambda: uuid.UUID(int=7), "UUID('00000000-0000-0000-0000-000000000007')"),
    (lambda: pathlib.PurePosixPath("a//b/./c"), "PurePosixPath('a/b/c')"),
    (lambda: re.compile("a+", re.I), "Pattern('a+', 34)"),
    (
        lambda: re.match("(a)(b)?", "ac"),
        "Match(endpos=2, pos=0, re=Pattern('(a)(b)?', 32), "
        "regs=((0, 1), (0, 1), (-1, -1)), string='ac')",
    ),
    (lambda: functools.partial(int, "11", base=2), "partial(<class int>, ('11',), {'base': 2})"),
    (lambda: operator.itemgetter(1, 2), "itemgetter(__args__=(1, 2))"),
    (lambda: io.StringIO("abc"), "StringIO(closed=False, position=0, value='abc')"),
    (
        lambda: io.TextIOWrapper(io.BytesIO(b"abc")),
        "TextIOWrapper(position=0, raw=BytesIO(closed=False, position=0, value=b'abc'))",
    ),
    (_row, "Row((1, 'x'), keys=['a', 'b'])"),
    (lambda: io.BytesIO(b"abc"), "BytesIO(closed=False, position=0, value=b'abc')"),
    (_locked, "lock(locked=True)"),
    (lambda: threading.RLock(), "RLock(locked=False)"),
    (lambda: logging.getLogger("a.b"), "<logger a.b>"),
    (lambda: hashlib.sha256(), f"HASH(hexdigest='{hashlib.sha256().hexdigest()}', name='sha256')"),
    (
        lambda: ElementTree.Element("a", x="1"),
        "Element([], attrib={'x': '1'}, tag='a', tail=None, text=None)",
    ),
    # names
    (lambda: Worker, f"<class {__name__}.Worker>"),
    (lambda: dict, "<class dict>"),
    (lambda: adder, f"<function {__name__}.adder>"),
    (lambda: Worker.work, f"<function {__name__}.Worker.work>"),
    (lambda: cached, f"<function {__name__}.cached>"),
    (lambda: Worker().work, f"<bound <function {__name__}.Worker.work> of Worker()>"),
    (lambda: len, "<function len>"),
    (lambda: str.upper, "<function str.upper>"),
    (lambda: dict.fromkeys, "<function dict.fromkeys>"),
    (lambda: [1].append, "builtin_function_or_method(__func__='append', __self__=[1])"),
    (lambda: logging, "<module logging>"),
    (lambda: adder(3), f"<function {__name__}.adder.<locals>.add with (3, 2)>"),
    # iterators
    (lambda: iter([1, 2]), "<list_iterator: 1, 2>"),
    (lambda: reversed([1, 2, 3]), "<list_reverseiterator: 3, 2, 1>"),
    (lambda: iter({"a": 1}.items()), "<dict_itemiterator: ('a', 1)>"),
    (lambda: iter(range(3)), "<range_iterator: 0, 1, 2>"),
    (lambda: enumerate("ab"), "<enumerate: (0, 'a'), (1, 'b')>"),
    (lambda: map(str, [1]), "<map: '1'>"),
    (lambda: itertools.chain([1], [2]), "<chain: 1, 2>"),
    (
        lambda: itertools.groupby("aab"),
        "<groupby: ('a', <_grouper: 'a', 'a'>), ('b', <_grouper: 'b'>)>",
    ),
    (lambda: itertools.count(5, 2), "count(5, 2)"),
    (lambda: itertools.repeat("a", 3), "repeat(object='a', times=3)"),
    (lambda: itertools.repeat("a"), "repeat(object='a', times=None)"),
]


@pytest.mark.parametrize(("make", "shown"), _CASES, ids=[shown[:40] for _, shown in _CASES])
def test_what_is_seen(make: Callable[[], object], shown: str) -> None:
    graph = snapshot(make())
    assert show(graph, graph.roots[0][1], 500) == shown
    assert graph.complete
    assert take_snapshot([("result", make())]) == take_snapshot([("result", make())])


def _type_named(graph: Graph) -> str:
    node = root(graph)
    assert isinstance(node, Object | Items)
    return node.type


def test_what_is_only_cached_is_not_seen() -> None:
    """Whoever reads a cached property first changes nothing that anybody can tell."""
    value = Lazy()
    before = take_snapshot([("result", value)])
    assert value.computed == 5
    assert take_snapshot([("result", value)]) == before


def test_what_the_interpreter_adds_to_an_error_is_not_seen() -> None:
    with pytest.raises(AttributeError) as caught:
        Lazy().nothing  # type: ignore[attr-defined] # noqa: B018
    assert dict(root(snapshot(caught.value)).fields).keys() == {"args"}


def test_types_are_named_by_module_and_qualified_name() -> None:
    class Inner:
        pass

    assert _type_named(snapshot(Order())) == f"{__name__}.Order"
    assert _type_named(snapshot(Inner())).endswith(
        ".test_types_are_named_by_module_and_qualified_name.<locals>.Inner"
    )
    assert _type_named(snapshot(Decimal(1))) == "decimal.Decimal"
    assert _type_named(snapshot([])) == "list"
    assert _type_named(snapshot(collections.deque())) == "collections.deque"


@pytest.mark.parametrize(
    "make",
    [
        lambda: Decimal(1),
        lambda: datetime.date(2024, 1, 1),
        lambda: Point(),
        lambda: Pair(),
        lambda: Label("x"),
        lambda: Color.RED,
        lambda: Worker().work,
        lambda: pathlib.PurePath("a"),
        lambda: range(3),
        lambda: adder(1),
    ],
)
def test_what_cannot_be_changed_is_marked(make: Callable[[], object]) -> None:
    """Two equal dates and one date twice are the same to everybody."""
    assert root(snapshot(make())).mutable is False


def test_attributes_make_a_value_mutable() -> None:
    label = Label("x")
    label.__dict__["colour"] = "red"
    assert root(snapshot(label)).mutable is True
    assert root(snapshot(Order())).mutable is True


@pytest.mark.skipif(sys.version_info < (3, 11), reason="needs exception groups")
def test_groups_and_notes_of_exceptions_are_seen() -> None:
    group = builtins.ExceptionGroup("g", [ValueError("a")])  # type: ignore[attr-defined, unused-ignore]
    group.add_note("n")
    graph = snapshot(group)
    assert show(graph, graph.roots[0][1]) == (
        "ExceptionGroup('g', [ValueError('a')], __notes__=['n'], exceptions=(ValueError('a'),))"
    )


# --- functions and classes made during the call -------------------------------------------------


def _code_of(graph: Graph) -> Cut:
    node: Any = graph.nodes[dict(root(graph).fields)["__code__"]]
    assert isinstance(node, Cut)
    assert node.type == "code"
    return node


def test_the_code_of_a_closure_is_known_whatever_its_names_and_lines() -> None:
    def first(n: int) -> Callable[[int], int]:
        return lambda x: x + n

    def second(amount: int) -> Callable[[int], int]:
        # in another line
        return lambda x: x + amount

    def third(n: int) -> Callable[[int], int]:
        return lambda x: x - n

    assert _code_of(snapshot(first(1))) == _code_of(snapshot(second(1)))
    assert _code_of(snapshot(first(1))) != _code_of(snapshot(third(1)))


def test_what_a_closure_holds_is_seen() -> None:
    assert take_snapshot([("result", adder(1))]) == take_snapshot([("result", adder(1))])
    assert take_snapshot([("result", adder(1))]) != take_snapshot([("result", adder(2))])
    assert take_snapshot([("result", adder(1))]) != take_snapshot([("result", adder(1, 3))])


def test_a_function_that_only_has_the_name_of_another_is_not_that_one() -> None:
    @functools.wraps(adder)
    def wrapper(*arguments: Any) -> Any:
        return adder(*arguments)

    assert root(snapshot(wrapper)).type == "function"
    assert root(snapshot(adder)) == Named("function", f"{__name__}.adder")


def test_a_class_made_during_the_call_is_its_parts() -> None:
    def make(rate: int) -> type:
        return type("Made", (Worker,), {"rate": rate, "__slots__": ("a",)})

    graph = snapshot(make(3))
    assert show(graph, graph.roots[0][1]) == (
        f"type(__bases__=(<class {__name__}.Worker>,), __qualname__='{__name__}.Made', "
        "__slots__=('a',), a='slot a', rate=3)"
    )
    assert take_snapshot([("result", make(3))]) != take_snapshot([("result", make(4))])


# --- iterators ----------------------------------------------------------------------------------


def test_iterators_over_containers_are_not_moved() -> None:
    iterators: list[Iterator[object]] = [
        iter([1, 2, 3]), iter((1, 2, 3)), iter("123"), iter(b"123"), iter({1, 2, 3}),
        iter({1: 1, 2: 2, 3: 3}), reversed([1, 2, 3]), iter(range(3)), iter(bytearray(b"123")),
    ]  # fmt: skip
    for iterator in iterators:
        next(iterator)
    assert len(root(snapshot(iterators)).items) == len(iterators)
    assert [len(list(iterator)) for iterator in iterators] == [2] * len(iterators)


def test_a_generator_that_is_the_result_runs_before_the_next_root_is_asked_for() -> None:
    """What its code does to its arguments and prints happens only then."""
    done: list[str] = []

    def generator() -> Iterator[int]:
        done.append("ran")
        yield 1

    def roots() -> Iterator[tuple[str, object]]:
        yield "result", generator()
        assert done == ["ran"]
        yield "arguments.done", done

    graph = decode(take_snapshot(roots()))
    assert show(graph, graph.roots[1][1]) == "['ran']"


def test_a_generator_inside_a_value_runs_when_all_else_is_seen() -> None:
    log: list[int] = []

    def generator() -> Iterator[int]:
        log.append(1)
        yield 1

    value = {"generator": generator(), "log": log}
    graph = snapshot(value)
    assert show(graph, graph.roots[0][1]) == "{'generator': <generator: 1>, 'log': []}"
    assert log == [1]


def test_what_an_iterator_yields_may_be_shared_with_the_rest() -> None:
    shared: list[int] = []
    graph = snapshot([shared, (each for each in [shared])])
    generator: Any = graph.nodes[root(graph).items[1]]
    assert generator.items == (root(graph).items[0],)


def test_a_generator_returned_and_given_is_one() -> None:
    generator = (number for number in [1, 2])
    graph = decode(take_snapshot([("result", generator), ("arguments.g", generator)]))
    assert graph.roots[0][1] == graph.roots[1][1]


def test_what_a_generator_returns_is_seen() -> None:
    def generator() -> Generator[int, None, int]:
        yield 1
        return 5

    graph = snapshot(generator())
    assert show(graph, graph.roots[0][1]) == "<generator: 1; raises StopIteration(5)>"


def test_an_iterator_class_of_c_in_disguise_is_run() -> None:
    class Zip(zip):  # type: ignore[type-arg]
        pass

    graph = snapshot(Zip([1], [2]))
    assert show(graph, graph.roots[0][1]) == "Zip(<Zip: (1, 2)>)"


@pytest.mark.filterwarnings("ignore:coroutine")
def test_what_nobody_awaited_is_unknown() -> None:
    async def coroutine() -> None:
        pass

    async def generator() -> AsyncIterator[int]:
        yield 1

    waiting = coroutine()
    assert root(snapshot(waiting)) == Opaque("coroutine", "not awaited")
    assert root(snapshot(generator())) == Opaque("async_generator", "not awaited")
    waiting.close()


# --- state outside of attributes ----------------------------------------------------------------


def test_random_generators_are_their_state() -> None:
    first, second, third = random.Random(1), random.Random(1), random.Random(2)
    bytes_of = [take_snapshot([("result", each)]) for each in (first, second, third)]
    assert bytes_of[0] == bytes_of[1] != bytes_of[2]
    second.random()
    assert take_snapshot([("result", second)]) != bytes_of[0]
    assert snapshot(first).complete


def test_a_generator_of_the_system_has_no_state() -> None:
    values = [random.SystemRandom(), random.SystemRandom()]
    assert len({take_snapshot([("result", value)]) for value in values}) == 1


def test_weak_references_lead_to_what_is_alive() -> None:
    thing = _thing(a=1)
    reference = weakref.ref(thing)
    values = weakref.WeakValueDictionary(k=thing)
    graph = snapshot([thing, reference, values, weakref.WeakSet([thing])])
    assert show(graph, graph.roots[0][1]) == (
        "[Thing(a=1), ReferenceType(referent=Thing(a=1)), "
        "WeakValueDictionary({'k': Thing(a=1)}), WeakSet({Thing(a=1)})]"
    )
    things = [node for node in graph.nodes if getattr(node, "type", "").endswith("Thing")]
    assert len(things) == 1
    del thing, graph
    graph = snapshot([reference, values])
    assert show(graph, graph.roots[0][1]) == (
        "[ReferenceType(referent=None), WeakValueDictionary({})]"
    )


def test_classes_made_during_a_call_are_let_go() -> None:
    """Otherwise a later call finds them in `__subclasses__`."""
    made: Any = type("Made", (), {})
    reference = weakref.ref(made)
    assert snapshot([made(), made, made]).complete
    del made
    gc.collect()
    assert reference() is None


def test_a_weak_proxy_is_unknown() -> None:
    thing = _thing()
    assert isinstance(root(snapshot(weakref.proxy(thing))), Opaque)


def test_files_are_name_mode_position_and_whether_they_are_closed(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "file"
    with path.open("w") as file:
        file.write("abc")
        graph = snapshot(file, tree=str(tmp_path))
        assert show(graph, graph.roots[0][1]) == (
            "TextIOWrapper(closed=False, mode='wb', name='/srv/u/project/file', position=3)"
        )
    assert dict(root(snapshot(file)).fields).keys() == {"closed", "mode", "name"}
    with path.open("rb") as binary:
        binary.read(2)
        graph = snapshot(binary, tree=str(tmp_path))
        assert show(graph, graph.roots[0][1]) == (
            "BufferedReader(closed=False, mode='rb', name='/srv/u/project/file', position=2)"
        )


def test_a_closed_file_in_memory_has_no_value() -> None:
    file = io.StringIO("abc")
    file.close()
    graph = snapshot(file)
    assert show(graph, graph.roots[0][1]) == "StringIO(closed=True)"


def test_tuples_of_c_are_seen_with_their_names() -> None:
    graph = snapshot(time.gmtime(0))
    fields = dict(root(graph).fields)
    items: Any = graph.nodes[root(graph).content]
    assert graph.nodes[fields["tm_year"]] == graph.nodes[items.items[0]]
    assert graph.complete


def test_composed_objects_of_the_library_are_complete() -> None:
    waiting: queue.Queue[int] = queue.Queue()
    for value in (waiting, threading.Event(), threading.Semaphore(2), logging.Formatter()):
        assert snapshot(value).complete


def test_what_is_written_in_c_without_a_rule_is_unknown() -> None:
    node = root(snapshot(threading.local()))
    assert node == Opaque("_thread._local", "implemented in C, so it cannot be inspected")

    class Local(threading.local):
        pass

    local = Local()
    graph = snapshot(local)
    assert isinstance(graph.nodes[root(graph).content], Opaque)
    assert not graph.complete
