"""Is the same seen in every Python that a target may run on?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.worker.pythons import pythons, run_in

from swerve.observe.snapshot import Items, Opaque, decode, show

_VALUES = """
import array, collections, dataclasses, datetime, decimal, enum, fractions, functools, io
import itertools, logging, operator, pathlib, random, re, threading, types, typing, uuid, warnings
import weakref
warnings.simplefilter("error")
take_snapshot = importlib.import_module("injected.snapshot.snapshot").take_snapshot

class Color(enum.Enum):
    RED = 1

class Number(enum.IntEnum):
    ONE = 1

@dataclasses.dataclass
class Order:
    price: int = 1
    cache: object = dataclasses.field(default=None, compare=False)

class Pair(typing.NamedTuple):
    left: int = 1
    right: str = "r"

class Slotted:
    __slots__ = ("first", "__private")
    def __init__(self):
        self.first = self.__private = 1

class Both(Slotted):
    def __init__(self):
        super().__init__()
        self.more = [self]

class Words(list):
    pass

class Failure(Exception):
    def __init__(self, text):
        super().__init__(text)
        self.code = 5

class Hides:
    __dict__ = property(lambda self: 1 / 0)

class Forgets:
    __slots__ = ("kept", "lost")

def adder(n):
    return lambda x: x + n

def generator():
    yield 1
    raise ValueError("x")

def chained():
    try:
        try:
            {}["k"]
        except KeyError as error:
            raise Failure("m") from error
    except Failure as error:
        return error

thing = Order(2)
words = Words([1])
words.extra = 2
forgets = Forgets()
forgets.kept = 1
del Forgets.lost
ordered = collections.OrderedDict(a=1, b=2)
ordered.move_to_end("a")
moved = iter([1, 2, 3])
next(moved)

VALUES = {
    "atoms": [None, True, 1, -1, 1 << 40, -(1 << 70), 1.5, 2j, "a", "\\u00e9", "\\ud800", b"b",
              ...],
    "long": ["x" * 300, b"y" * 300, 1 << 3000],
    "containers": [(1,), {2}, frozenset([3]), {4: 5}, bytearray(b"6"), range(7), slice(8)],
    "collections": [collections.Counter("a"), ordered, collections.deque([1], 2),
                    collections.defaultdict(list, a=[1]), collections.ChainMap({1: 2})],
    "classes": [Color.RED, Number.ONE, thing, thing, Pair(), Slotted(), words],
    "cycle": Both(),
    "hides": Hides(),
    "forgets": forgets,
    "errors": [chained(), OSError(2, "gone", "/x"), SystemExit(1)],
    "library": [decimal.Decimal("1.50"), fractions.Fraction(1, 3), uuid.UUID(int=7),
                datetime.datetime(2024, 1, 2, 3, 4), datetime.timedelta(1),
                pathlib.PurePosixPath("a//b"), re.compile("a"), array.array("i", [1]),
                io.StringIO("s"), threading.Lock(), threading.RLock(), logging.getLogger("l"),
                functools.partial(int, base=2), operator.itemgetter(1), weakref.ref(thing),
                types.SimpleNamespace(a=1), types.MappingProxyType({1: 2}), list[int],
                memoryview(b"m"), object()],
    "random": random.Random(1),
    "names": [Order, len, str.upper, adder, logging, dict.fromkeys],
    "closure": adder(3),
    "iterators": [generator(), moved, reversed([1, 2]), iter({1: 2}), map(str, [1]), iter("ab"),
                  itertools.count(5), itertools.repeat("a", 2), itertools.chain([1], [2]),
                  itertools.groupby("aab"), zip("a", [1]), iter(collections.deque([1]))],
    "endless": itertools.cycle([1]),
    "huge": ["x" * 100_000_000, list(range(1_000_000))],
}
deep = 0
for _ in range(10_000):
    deep = [deep]
VALUES["deep"] = deep
found = {name: take_snapshot([("result", value)]).hex() for name, value in VALUES.items()}
print(json.dumps(found))
"""

_SHOWN = {
    "atoms": "[None, True, 1, -1, 1099511627776, -1180591620717411303424, 1.5, 2j, 'a', 'é', "
    "'\\ud800', b'b', Ellipsis]",
    "containers": "[(1,), {2}, frozenset({3}), {4: 5}, bytearray(b'6'), range(0, 7, 1), "
    "slice(None, 8, None)]",
    "collections": "[Counter({'a': 1}), OrderedDict({'b': 2, 'a': 1}), deque([1], maxlen=2), "
    "defaultdict(<class list>, {'a': [1]}), ChainMap(maps=[{1: 2}])]",
    "classes": "[Color.RED, Number.ONE, Order(price=2), Order(price=2), Pair(left=1, right='r'), "
    "Slotted(_Slotted__private=1, first=1), Words([1], extra=2)]",
    "cycle": "Both(_Slotted__private=1, first=1, more=[...])",
    "hides": "Hides(__dict__=<dict: its class hides the attributes>)",
    "forgets": "Forgets(<Forgets: implemented in C, so it cannot be inspected>, kept=1)",
    "errors": "[Failure('m', __cause__=KeyError('k'), code=5), "
    "FileNotFoundError(2, 'gone', filename='/x'), SystemExit(1)]",
    "library": "[Decimal('1.50'), Fraction(1, 3), UUID('00000000-0000-0000-0000-000000000007'), "
    "datetime(2024, 1, 2, 3, 4), timedelta(1), PurePosixPath('a/b'), Pattern('a', 32), "
    "array([1], typecode='i'), StringIO(closed=False, position=0, value='s'), "
    "lock(locked=False), RLock(locked=False), <logger l>, partial(<class int>, (), {'base': 2}), "
    "itemgetter(__args__=(1,)), ReferenceType(referent=Order(price=2)), SimpleNamespace(a=1), "
    "mappingproxy({1: 2}), GenericAlias(__args__=(<class int>,), __origin__=<class list>), "
    "memoryview(b'm', format='B', obj=b'm', readonly=True, shape=(1,)), object()]",
    "names": "[<class __main__.Order>, <function len>, <function str.upper>, "
    "<function __main__.adder>, <module logging>, <function dict.fromkeys>]",
    "closure": "<function __main__.adder.<locals>.<lambda> with (3,)>",
    "iterators": "[<generator: 1; raises ValueError('x')>, <list_iterator: 2, 3>, "
    "<list_reverseiterator: 2, 1>, <dict_keyiterator: 1>, <map: '1'>, "
    "{strings}, count(5), repeat(object='a', times=2), <chain: 1, 2>, "
    "<groupby: ('a', <_grouper: 'a', 'a'>), ('b', <_grouper: 'b'>)>, <zip: ('a', 1)>, "
    "<_deque_iterator: 1>]",
}
_INCOMPLETE = {"hides", "forgets", "endless", "huge", "deep"}


@pytest.mark.parametrize("python", pythons())
def test_the_same_is_seen(python: str) -> None:
    found = run_in(python, _VALUES)
    graphs = {name: decode(bytes.fromhex(data)) for name, data in found.items()}
    assert {name for name, graph in graphs.items() if not graph.complete} == _INCOMPLETE
    for name, expected in _SHOWN.items():
        graph = graphs[name]
        shown = show(graph, graph.roots[0][1], 2_000)
        # The only name that depends on the version.
        strings = "<str_ascii_iterator: 'a', 'b'>"
        if strings not in shown:
            strings = "<str_iterator: 'a', 'b'>"
        assert shown == expected.replace("{strings}", strings)
    assert "cut below 1000 levels" in graphs["deep"].notes
    assert "10000 of 1000000 items kept of a list" in graphs["huge"].notes
    endless = graphs["endless"].nodes[0]
    assert isinstance(endless, Items)
    assert endless.end == "cut"


_HOSTILE = """
spec = importlib.util.spec_from_file_location("hostile", sys.argv[1])
hostile = importlib.util.module_from_spec(spec)
spec.loader.exec_module(hostile)
take_snapshot = importlib.import_module("injected.snapshot.snapshot").take_snapshot
values = [
    hostile.new(hostile.Evil), hostile.new(hostile.EvilList, [1]), hostile.new(hostile.EvilDict, {1: 2}),
    hostile.new(hostile.EvilStr, "s"), hostile.new(hostile.EvilInt, 3), hostile.new(hostile.EvilSet, {4}),
    hostile.new(hostile.EvilFloat, 0.5), hostile.new(hostile.EvilTuple, (6,)),
    hostile.new(hostile.EvilDeque, [7]), hostile.new(hostile.EvilBytes, b"8"),
    hostile.new(hostile.EvilError, "e"), object.__new__(hostile.EvilMeta), hostile.EvilMeta,
]
data = take_snapshot([("result", values)])
print(json.dumps([data.hex(), hostile.ran]))
"""  # noqa: E501 - code for another Python


@pytest.mark.parametrize("python", pythons())
def test_nothing_of_a_value_runs(python: str) -> None:
    hostile = Path(__file__).with_name("evil_classes.py")
    data, ran = run_in(python, "import importlib.util\n" + _HOSTILE, str(hostile))
    assert ran == []
    graph = decode(bytes.fromhex(data))
    assert not any(isinstance(node, Opaque) for node in graph.nodes)
    assert show(graph, graph.roots[0][1], 1_000) == (
        "[Evil(), EvilList([1]), EvilDict({1: 2}), EvilStr('s'), EvilInt(3), EvilSet({4}), "
        "EvilFloat(0.5), EvilTuple((6,)), EvilDeque(deque([7])), EvilBytes(b'8'), "
        "EvilError('e'), EvilMeta(), "
        "type(__bases__=(<class object>,), __qualname__='hostile.EvilMeta', value=1)]"
    )
