"""Which objects of the standard library have the members that code uses?"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pkgutil import resolve_name

from swerve.worker.frozen.clock import EPOCH_NS

from ._examples import recipes_in
from ._functions import named
from ._shapes import Argument, Fixed, Made, Numbers, Shape, options


@dataclass(frozen=True, slots=True)
class Stock:
    """A class, what its instances have, and how to make a few."""

    name: str
    members: frozenset[str]
    shape: Shape


#: The day on which all calls are made.
_TODAY = datetime.datetime.fromtimestamp(EPOCH_NS // 10**9, datetime.timezone.utc).date()


def _day(days: int) -> str:
    """So many days from that day."""
    day = _TODAY + datetime.timedelta(days)
    return f"{day.year}, {day.month}, {day.day}"


#: Values of each class, as one would write them.
_VALUES = f"""
import argparse, bisect, collections, copy, datetime, decimal, fractions, io, json, math, pathlib
import re, string, textwrap, types, uuid
from datetime import date, datetime as moment, time, timedelta, timezone
from urllib.parse import urlsplit

datetime.datetime = (
    moment(2020, 1, 2), moment(2020, 1, 2, 3, 4, 5), moment({_day(0)}), moment({_day(0)}, 13, 5),
    moment({_day(-1)}, 6, 30), moment({_day(1)}), moment(1999, 12, 31, 23, 59, 59, 999999),
    moment(2024, 2, 29, 12, 0, 0, 0, timezone.utc), moment(2038, 6, 15, 18, 30),
)
datetime.date = (
    date(2020, 1, 2), date({_day(0)}), date({_day(-1)}), date({_day(1)}), date({_day(140)}),
    date({_day(160)}), date(1999, 12, 31), date(2024, 2, 29),
)
datetime.timedelta = (
    timedelta(1), timedelta(0), timedelta(0, 1), timedelta(0, 90), timedelta(-1),
    timedelta(0, 3600), timedelta(0, 0, 5), timedelta(400, 5), timedelta(40),
)
datetime.time = time(3, 4, 5), time(0), time(23, 59, 59, 7)
datetime.tzinfo = timezone.utc, timezone(timedelta(0, 3600))
decimal.Decimal = (
    decimal.Decimal("1.5"), decimal.Decimal("0"), decimal.Decimal("-2"), decimal.Decimal("10.25"),
    decimal.Decimal("1e-7"), decimal.Decimal("NaN"),
)
fractions.Fraction = fractions.Fraction(1, 2), fractions.Fraction(3), fractions.Fraction(-5, 4)
pathlib.Path = pathlib.Path("a/b.txt"), pathlib.Path("."), pathlib.Path("/x/y.tar.gz")
io.StringIO = io.StringIO("a b\\nc,d\\n1\\n"), io.StringIO(""), io.StringIO("a")
io.BytesIO = io.BytesIO(b"a b\\nc,d\\n1\\n"), io.BytesIO(b""), io.BytesIO(b"ab")
re.Pattern = re.compile("a"), re.compile("\\\\d+"), re.compile("(a)(b)?")
re.Match = re.match("(a)(b)?", "ab"), re.match("(?P<n>.*)", "a1")
uuid.UUID = (uuid.UUID("12345678-1234-5678-1234-567812345678"),)
collections.deque = collections.deque([1, 2, 3]), collections.deque()
collections.OrderedDict = (
    collections.OrderedDict([("a", 1), ("b", 2)]), collections.OrderedDict()
)
collections.Counter = collections.Counter("abca"), collections.Counter()
collections.defaultdict = collections.defaultdict(list, {{"a": [1]}}), collections.defaultdict(int)
collections.ChainMap = (collections.ChainMap({{"a": 1}}, {{"b": 2}}),)
builtins.range = range(3), range(0), range(1, 8, 2)
builtins.bytearray = bytearray(b"ab"), bytearray(b"")
builtins.slice = slice(1, 3), slice(None, 2), slice(None, None, -1)
builtins.complex = 1 + 2j, 0j
builtins.OSError = ValueError("a"), ValueError(), OSError(2, "gone")
argparse.Namespace = (argparse.Namespace(a=1),)
string.Template = (string.Template("a $b"),)
urllib.parse.SplitResult = urlsplit("http://example.com/a?b=1"), urlsplit("/a")
types.ModuleType = math, string
types.FunctionType = textwrap.dedent, copy.copy, bisect.insort, json.dumps
"""
#: Of these, half of the values are made of numbers instead.
_NUMERIC = {
    "datetime.timedelta": ("days", "seconds"),
    "decimal.Decimal": ("value",),
}


def _stock() -> Iterator[Stock]:
    for name, values in recipes_in(_VALUES):
        cls = resolve_name(name)
        shape: Shape = Fixed(values)
        if name in _NUMERIC:
            first, *rest = (Argument(each, Numbers()) for each in _NUMERIC[name])
            lacking = [replace(each, may_lack=True) for each in rest]
            shape = options((shape, 0.5), (Made(named(name), (first, *lacking)), 0.5))
        # Of exceptions, those of the system have the most members.
        yield Stock(name.replace("OSError", "Exception"), frozenset(dir(cls)), shape)


STOCK: tuple[Stock, ...] = tuple(_stock())

#: Everything has them.
_EVERYWHERE = frozenset(dir(object)) | {"__dict__", "__module__"}
_BY_NAME = {stock.name.rpartition(".")[2]: stock for stock in STOCK}


def stock_with(members: frozenset[str]) -> tuple[Stock, ...]:
    """Classes whose instances have all of these; none where everything has them."""
    asked = members - _EVERYWHERE
    return tuple(stock for stock in STOCK if asked <= stock.members) if asked else ()


def stock_named(name: str) -> Stock | None:
    """The class of a dotted name, whatever module it was imported from."""
    last = name.rpartition(".")[2]
    return _BY_NAME.get(_ALSO.get(last, last))


#: Other names that instances of a class answer to.
_ALSO = {
    "PurePath": "Path",
    "PosixPath": "Path",
    "PathLike": "Path",
    "timezone": "tzinfo",
    "Number": "Decimal",
    "Rational": "Fraction",
    "IOBase": "BytesIO",
    "TextIO": "StringIO",
    "BinaryIO": "BytesIO",
    "TextIOBase": "StringIO",
    "TextIOWrapper": "StringIO",
    "IO": "StringIO",
    "BufferedIOBase": "BytesIO",
    "RawIOBase": "BytesIO",
    "BaseException": "Exception",
    "OSError": "Exception",
    "ValueError": "Exception",
    "memoryview": "bytearray",
    "ByteString": "bytearray",
    "LambdaType": "FunctionType",
    "MethodType": "FunctionType",
    "BuiltinFunctionType": "FunctionType",
    "ParseResult": "SplitResult",
}
