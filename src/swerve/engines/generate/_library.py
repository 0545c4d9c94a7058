"""Which objects of the standard library have the members that code uses?"""

from __future__ import annotations

import argparse
import collections
import datetime
import decimal
import fractions
import io
import pathlib
import re
import string
import types
import urllib.parse
import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from swerve.engines.generate._functions import named
from swerve.engines.generate._shapes import Argument, Fixed, Made, Numbers, Shape, options
from swerve.observe.recipe import Call, Dict, List, Name, Recipe, Tuple
from swerve.worker.frozen.clock import EPOCH_NS


@dataclass(frozen=True, slots=True)
class Stock:
    """A class, what its instances have, and how to make a few."""

    name: str
    members: frozenset[str]
    shape: Shape


def _made(name: str, *calls: tuple[Recipe, ...]) -> tuple[Recipe, ...]:
    return tuple(Call(named(name), args) for args in calls)


def _stock(name: str, cls: type, values: Iterable[Recipe], also: Shape | None = None) -> Stock:
    shape: Shape = Fixed(tuple(values))
    if also is not None:
        shape = options((shape, 0.5), (also, 0.5))
    return Stock(name, frozenset(dir(cls)), shape)


#: The day on which all calls are made.
_TODAY = datetime.datetime.fromtimestamp(EPOCH_NS // 10**9, datetime.timezone.utc).date()


def _day(days: int, *rest: int) -> tuple[Recipe, ...]:
    """So many days from that day."""
    day = _TODAY + datetime.timedelta(days)
    return (day.year, day.month, day.day, *rest)


_TEXT = "a b\nc,d\n1\n"
_UTC: Recipe = Name("datetime", "timezone.utc")
_PAIRS = List((Tuple(("a", 1)), Tuple(("b", 2))))

STOCK: tuple[Stock, ...] = (
    _stock(
        "datetime.datetime",
        datetime.datetime,
        _made(
            "datetime.datetime",
            (2020, 1, 2),
            (2020, 1, 2, 3, 4, 5),
            _day(0),
            _day(0, 13, 5),
            _day(-1, 6, 30),
            _day(1),
            (1999, 12, 31, 23, 59, 59, 999999),
            (2024, 2, 29, 12, 0, 0, 0, _UTC),
            (2038, 6, 15, 18, 30),
        ),
    ),
    _stock(
        "datetime.date",
        datetime.date,
        _made(
            "datetime.date",
            (2020, 1, 2),
            _day(0),
            _day(-1),
            _day(1),
            _day(140),
            _day(160),
            (1999, 12, 31),
            (2024, 2, 29),
        ),
    ),
    _stock(
        "datetime.timedelta",
        datetime.timedelta,
        _made(
            "datetime.timedelta",
            (1,),
            (0,),
            (0, 1),
            (0, 90),
            (-1,),
            (0, 3600),
            (0, 0, 5),
            (400, 5),
            (40,),
        ),
        Made(
            named("datetime.timedelta"),
            (Argument("days", Numbers()), Argument("seconds", Numbers(), may_lack=True)),
        ),
    ),
    _stock(
        "datetime.time", datetime.time, _made("datetime.time", (3, 4, 5), (0,), (23, 59, 59, 7))
    ),
    _stock(
        "datetime.tzinfo",
        datetime.tzinfo,
        (_UTC, Call(Name("datetime", "timezone"), (Call(named("datetime.timedelta"), (0, 3600)),))),
    ),
    _stock(
        "decimal.Decimal",
        decimal.Decimal,
        _made("decimal.Decimal", ("1.5",), ("0",), ("-2",), ("10.25",), ("1e-7",), ("NaN",)),
        Made(named("decimal.Decimal"), (Argument("value", Numbers()),)),
    ),
    _stock(
        "fractions.Fraction", fractions.Fraction, _made("fractions.Fraction", (1, 2), (3,), (-5, 4))
    ),
    _stock(
        "pathlib.Path", pathlib.Path, _made("pathlib.Path", ("a/b.txt",), (".",), ("/x/y.tar.gz",))
    ),
    _stock("io.StringIO", io.StringIO, _made("io.StringIO", (_TEXT,), ("",), ("a",))),
    _stock("io.BytesIO", io.BytesIO, _made("io.BytesIO", (_TEXT.encode(),), (b"",), (b"ab",))),
    _stock("re.Pattern", re.Pattern, _made("re.compile", ("a",), (r"\d+",), ("(a)(b)?",))),
    _stock("re.Match", re.Match, _made("re.match", ("(a)(b)?", "ab"), ("(?P<n>.*)", "a1"))),
    _stock("uuid.UUID", uuid.UUID, _made("uuid.UUID", ("12345678-1234-5678-1234-567812345678",))),
    _stock(
        "collections.deque", collections.deque, _made("collections.deque", (List((1, 2, 3)),), ())
    ),
    _stock(
        "collections.OrderedDict",
        collections.OrderedDict,
        _made("collections.OrderedDict", (_PAIRS,), ()),
    ),
    _stock("collections.Counter", collections.Counter, _made("collections.Counter", ("abca",), ())),
    _stock(
        "collections.defaultdict",
        collections.defaultdict,
        _made(
            "collections.defaultdict", (named("list"), Dict((("a", List((1,))),))), (named("int"),)
        ),
    ),
    _stock(
        "collections.ChainMap",
        collections.ChainMap,
        _made("collections.ChainMap", (Dict((("a", 1),)), Dict((("b", 2),)))),
    ),
    _stock("builtins.range", range, _made("range", (3,), (0,), (1, 8, 2))),
    _stock("builtins.bytearray", bytearray, _made("bytearray", (b"ab",), (b"",))),
    _stock("builtins.slice", slice, _made("slice", (1, 3), (None, 2), (None, None, -1))),
    _stock("builtins.complex", complex, ((1 + 2j), 0j)),
    _stock(
        "builtins.Exception",
        OSError,
        _made("ValueError", ("a",), ()) + _made("OSError", (2, "gone")),
    ),
    _stock(
        "argparse.Namespace",
        argparse.Namespace,
        (Call(Name("argparse", "Namespace"), (), (("a", 1),)),),
    ),
    _stock("string.Template", string.Template, _made("string.Template", ("a $b",))),
    _stock(
        "urllib.parse.SplitResult",
        urllib.parse.SplitResult,
        _made("urllib.parse.urlsplit", ("http://example.com/a?b=1",), ("/a",)),
    ),
    _stock("types.ModuleType", types.ModuleType, (Name("math", ""), Name("string", ""))),
    _stock(
        "types.FunctionType",
        types.FunctionType,
        (
            Name("textwrap", "dedent"),
            Name("copy", "copy"),
            Name("bisect", "insort"),
            Name("json", "dumps"),
        ),
    ),
)

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
