from __future__ import annotations

import ast
import importlib.util
import inspect
import json.decoder
import shlex
import sys
import textwrap
import types
from typing import Any

import pytest

from swerve.facts.certain import _flow
from swerve.facts.certain._certain import coarse_of
from swerve.facts.classes import ValueClass
from swerve.predict.training.static import certain_reads, static_events
from swerve.worker.suite import recording as _recording


def words_of(source: str, name: str) -> list[set[str]]:
    """What the places with a name certainly read, in order."""
    return [set(e.counts) for e in static_events(textwrap.dedent(source)) if e.name == name]


INT = {"negative int", "zero int", "positive int"}
FLOAT = {"negative float", "zero float", "positive float"}
TEXT = {"empty string", "string"}
LIST = {"empty list", "list"}
BOOL = {"true", "false"}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("x = 0\nx", [{"zero int"}], id="literal"),
        pytest.param("x = -1.5\nx", [{"negative float"}], id="negative literal"),
        pytest.param("x = [a]\nx\nx", [{"list"}, LIST], id="a list may change once it is read"),
        pytest.param("x = []\nfor i in a:\n    x.append(i)\nx", [LIST, LIST], id="filled in loop"),
        pytest.param("x = f'{a}'\nx", [TEXT], id="f-string"),
        pytest.param("x = f'a{a}'\nx", [{"string"}], id="f-string that is not empty"),
        pytest.param("x = [y for y in a]\nx", [LIST], id="comprehension"),
        pytest.param("x = len(a)\nx", [{"zero int", "positive int"}], id="builtin"),
        pytest.param("x = '-'.join(a).split()\nx[0]", [LIST, TEXT], id="methods of text"),
        pytest.param("x = '%s' % a\nx", [TEXT], id="formatted"),
        pytest.param("x = a % 2\nx", [], id="operator on something unknown"),
        pytest.param("x = 1\nx += 2.5\nx", [FLOAT], id="augmented"),
        pytest.param("if a:\n    x = 1\nelse:\n    x = 2\nx", [{"positive int"}], id="both ways"),
        pytest.param("if a:\n    x = 1\nelse:\n    x = ''\nx", [], id="two ways that differ"),
        pytest.param("x = None\nif a:\n    x = 1\nx", [], id="may be None"),
        pytest.param("x = None\nif a:\n    x = 1\nif x is not None:\n    x", [{"positive int"}],
                     id="None is ruled out"),
        pytest.param("x = 1\nwhile a:\n    x\n    x = ''", [], id="changed by an earlier round"),
        pytest.param("try:\n    x = 1\nexcept E:\n    x = ''\nx", [], id="changed by a handler"),
        pytest.param("x = 0\nwhile a:\n    x += 1\nx", [INT], id="counted"),
        pytest.param("x = 0\nwhile a:\n    x /= 2\nx", [], id="becomes something else"),
        pytest.param("x = ''\nx = 1\nx", [{"positive int"}], id="assigned anew"),
        pytest.param("x = 1\ndef g():\n    nonlocal x\n    x = ''\ng()\nx", [], id="set inside"),
        pytest.param("x = 1\ndel x\nx = a\nx", [], id="deleted and bound to something unknown"),
        pytest.param("x, y = 1, ''\nx", [{"positive int"}], id="unpacked"),
        pytest.param("x = a\nif isinstance(x, str):\n    x\nx", [TEXT], id="guarded"),
        pytest.param("x = a\nif not isinstance(x, (str, bytes)):\n    return\nx",
                     [{*TEXT, "bytes"}], id="guarded by leaving"),
        pytest.param("x = a\nif isinstance(x, (str, int)):\n    x", [], id="guard for two classes"),
        pytest.param("x = a\nisinstance(x, str) and x", [TEXT], id="guarded in an expression"),
        pytest.param("with open(a) as x:\n    x", [{"resource"}], id="with"),
        pytest.param("try:\n    a()\nexcept ValueError as x:\n    x", [{"object"}], id="exception"),
        pytest.param("for x in range(a):\n    pass", [], id="target of a loop has another name"),
        pytest.param("import json as x\nx", [{"object"}], id="module"),
        pytest.param("x = lambda: a\nx", [{"callable"}], id="lambda"),
        pytest.param("x = a is None\nx", [BOOL], id="identity"),
        pytest.param("x = a == b\nx", [], id="equality may give anything"),
        pytest.param("x = range(3)\nx", [{"object"}], id="range is no list"),
    ],
)  # fmt: skip
def test_what_is_certain_about_a_local_name(body: str, expected: list[set[str]]) -> None:
    reads = words_of(f"def f(a, b):\n{textwrap.indent(body, '    ')}\n", "x")
    assert [words for words in reads if words != {"callable"} or expected == [words]] == expected


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [
        ("x: int", [INT]),
        ("x: 'list[int]'", [LIST]),
        ("x: Optional[int]", []),
        ("x: int | None", []),
        ("x: int = None", []),
        ("x: float", []),
        ("x: str | bytes", [{*TEXT, "bytes"}]),
        ("x: Literal['a', 'b']", [{"string"}]),
        ("x: Callable[[], int]", [{"callable"}]),
        ("x: Iterable[int]", []),
        ("x: Own", [{"object"}]),
        ("x", []),
        ("x=None", []),
        ("x=True", [BOOL]),
        ("x='a'", [TEXT]),
        ("x=1", []),
        ("x=()", []),
        ("*x", [{"empty tuple", "tuple"}]),
        ("**x", [{"empty dict", "dict"}]),
    ],
)
def test_what_is_certain_about_a_parameter(parameter: str, expected: list[set[str]]) -> None:
    source = f"""\
        from typing import Callable, Iterable, Literal, Optional
        class Own: ...
        def f({parameter}):
            x
        """
    assert words_of(source, "x") == expected


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        pytest.param("class K:", {"object"}, id="plain"),
        pytest.param("class K(dict):", {"dict", "empty dict"}, id="derived from a builtin"),
        pytest.param("class K(unknown.Base):", None, id="unknown base"),
        pytest.param("class KMixin:", None, id="mixed into something"),
        pytest.param("class K(Exception):", {"object"}, id="exception"),
        pytest.param("class K:\n    def __call__(self): ...", {"callable"}, id="callable"),
        pytest.param("class K:\n    def __enter__(self): ...\n    def __exit__(self, *a): ...",
                     {"resource"}, id="resource"),
    ],
)  # fmt: skip
def test_what_methods_are_called_on(head: str, expected: set[str] | None) -> None:
    source = f"{head}\n    def f(self):\n        return self\n"
    assert words_of(source, "self") == ([expected] if expected else [])


def test_attributes_are_certain_where_all_that_is_set_agrees() -> None:
    source = """\
        class Account:
            limit = None

            def __init__(self, owner: str, entries):
                self.owner = owner
                self.total = 0
                self.entries = entries
                self.note = ""

            def pay(self, amount: int):
                self.total += amount
                self.note = None
                return self.owner, self.total, self.entries, self.note, self.limit, self.pay
        """
    assert words_of(source, "owner")[-1] == TEXT
    assert words_of(source, "total") == [INT]
    assert words_of(source, "pay") == [{"callable"}]
    assert not words_of(source, "note")
    assert not words_of(source, "limit"), "None is a place kept for something"
    assert len(words_of(source, "entries")) == 0


def test_results_of_functions_of_the_file() -> None:
    source = """\
        def said() -> int: ...
        def found(a):
            if a:
                return "yes"
            return "no"
        def nothing(a):
            a()
        def unclear(a):
            if a:
                return 1
        def each(a):
            yield a
        async def later() -> str: ...
        async def use():
            said(), found(1), nothing(1), unclear(1), each(1)
            later()
            await later()
        """
    calls = {
        (e.name, tuple(sorted(e.counts)))
        for e in static_events(textwrap.dedent(source))
        if e.kind == "call"
    }
    assert calls == {
        ("said", tuple(sorted(INT))),
        ("found", ("string",)),
        ("nothing", ("none",)),
        ("each", ("object",)),
        ("later", ("object",)),
        ("later", ("empty string", "string")),
    }


def test_shadowed_builtins_are_not_believed() -> None:
    assert words_of("from names import *\nx = len([])\nx\n", "x") == []
    assert words_of("from names import len\nx = len([])\nx\n", "x") == []
    assert words_of("def f(len):\n    x = len([])\n    x\n", "x") == []


def test_the_usual_fine_class_stands_in_front_where_only_the_coarse_one_is_certain() -> None:
    event = next(e for e in static_events("def f(x: int): x\n") if e.name == "x")
    assert event.fine is ValueClass.POSITIVE_INT
    assert len(event.counts) == 3


def test_what_is_no_python_has_no_events() -> None:
    assert static_events("def f(:\n") == ()
    assert static_events("x = '" + "\0" + "'\n") == ()


# --- as the recorder has it ---------------------------------------------------------------------


@pytest.fixture
def recorder() -> Any:
    """A recorder of its own, that has recorded nothing yet."""
    spec = importlib.util.spec_from_file_location("recorder_of_its_own", str(_recording.__file__))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("module", [json.decoder, shlex, textwrap, ast, _flow])
def test_static_events_are_at_places_that_the_recorder_knows(
    recorder: Any, module: types.ModuleType
) -> None:
    """Else the model would learn about places that it is never asked about."""
    source = inspect.getsource(module)
    recorder.rewritten(ast.parse(source), "file.py")
    places = {(kind, name, *span) for _, kind, name, *span in recorder._places}
    events = static_events(source)
    assert len(events) > 100
    assert {(event.kind, event.name, *event.place) for event in events} <= places


PROGRAM = """\
import os.path
import re
from collections import OrderedDict, namedtuple
from dataclasses import dataclass, field
from enum import Enum
from typing import Optional

LIMIT = 10
PATTERN = re.compile(r"[a-z]+")
Pair = namedtuple("Pair", "left right")

class Colour(Enum):
    RED = 1
    BLUE = "b"

@dataclass
class Item:
    name: str
    tags: list = field(default_factory=list)
    price: Optional[int] = None

    @property
    def title(self):
        return self.name.title()

    def key(self) -> tuple:
        return (self.name, self.price or 0)

class Shop:
    open_days = ("mon", "tue")

    def __init__(self, items=()):
        self.items = list(items)
        self.seen: dict = {}
        self.count = 0

    def add(self, item: Item, times=1, loud=False):
        for number in range(times):
            self.items.append(item)
            self.count += 1
            self.seen[item.name] = number
        if loud:
            print(f"added {item.name}")
        return self

    def words(self):
        found = []
        for item in self.items:
            parts = PATTERN.findall(item.name)
            found += [part.upper() for part in parts if len(part) > 1]
            if isinstance(item.price, int):
                price = item.price
                found.append(str(price))
        label = ", ".join(sorted(found)) or "none"
        return label, os.path.join("a", label), OrderedDict(self.seen)

def total(shop: Shop, *rest, **options) -> int:
    result = 0
    for item in shop.items:
        result += item.price or 0
    if not rest and not options and result > LIMIT:
        return -result
    try:
        int("x")
    except ValueError as error:
        kept = error
        return kept and result
    return result

shop = Shop().add(Item("red apple", ["fruit"], 3), times=2, loud=True).add(Item("pear"))
first = shop.items[0]
first.title, first.key(), Colour.RED, [day for day in shop.open_days], Pair(1, 2)
answer = shop.words(), total(shop), total(shop, 1, more=2), (lambda x: x)(first)
"""


def test_static_events_say_what_is_recorded(recorder: Any) -> None:
    """Every class that is called certain is the one that is seen."""
    tree = recorder.rewritten(ast.parse(PROGRAM), "file.py")
    name = "a_module_of_its_own"
    module = types.ModuleType(name)
    module.__dict__.update(
        __within_record__=recorder.record, __within_record_item__=recorder.record_item
    )
    sys.modules[name] = module
    try:
        exec(compile(tree, "file.py", "exec"), module.__dict__)  # noqa: S102
    finally:
        del sys.modules[name]
    reads = certain_reads(PROGRAM)
    compared = 0
    for (_, kind, text, *span), seen in recorder.events():
        read = reads.get((kind, tuple(span)))
        if read is not None:
            words = read[1].words
            coarse = {ValueClass(word).coarse.value for word in seen}
            assert {coarse_of(words)} == coarse, (kind, text, span, words, seen)
            assert set(seen) <= words, (kind, text, span, words, seen)
            compared += 1
    assert compared > 100
