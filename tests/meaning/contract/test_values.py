"""Does a clause compute what Python would, and stop where Python would not?"""

from __future__ import annotations

import collections
import datetime
import decimal
import enum
import fractions
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.costs import need_cheap
from tests.meaning.contract.two_versions import contracts_from

from swerve.meaning.contract import (
    Faulty,
    Intended,
    ObservedCall,
    SideRun,
    Unclear,
    Unintended,
    judge,
)
from swerve.model.behaviour import Behaviour, Returned
from swerve.worker.snapshot.snapshot import take_snapshot


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Stack(list[object]):
    pass


class Point:
    def __init__(self, x: object, y: object = 0) -> None:
        self.x, self.y = x, y


def evaluated(condition: str, *, head: str = "", **values: Any) -> bool | str:
    """Whether a condition holds for these arguments; in words, where it neither does nor not."""
    text = f"{head}\ndef f({', '.join(values)}):\n    ensures({condition})\n"
    contract = contracts_from(text).of("f")
    assert contract is not None
    roots = [(f"arguments.{name}", value) for name, value in values.items()]
    entry = take_snapshot(roots)
    behaviour = Behaviour(Returned(), take_snapshot([("result", None), *roots]))
    run = SideRun(entry, behaviour)
    judgement = judge(contract, ObservedCall(run, run))
    if isinstance(judgement, (Intended, Unintended)):
        return isinstance(judgement, Intended)
    assert isinstance(judgement, (Unclear, Faulty)), judgement
    return judgement.why


HOLDS: list[tuple[str, dict[str, Any]]] = [
    ("a + b == 5 and a * b == 6 and a - b == -1 and a / b == 2 / 3", {"a": 2, "b": 3}),
    ("a // b == -2 and a % b == 1 and a ** 2 == 9 and -a == 3 and ~a == 2", {"a": -3, "b": 2}),
    ("a << 3 == 8 and 8 >> 2 == 2 and a | 2 == 3 and a & 3 == 1 and a ^ 3 == 2", {"a": 1}),
    ("1 < a < 3 and not a == 3 and a != 3 and (a if a else 0) == 2", {"a": 2}),
    (
        "a == {'x': [1, (2, 3)]} and a['x'][1][0] == 2 and 'x' in a and 'y' not in a",
        {"a": {"x": [1, (2, 3)]}},
    ),
    ("a[1:] == [2, 3] and a[-1] == 3 and a[::-1] == [3, 2, 1] and a[:1] == [1]", {"a": [1, 2, 3]}),
    (
        "len(a) == 3 and min(a) == 1 and max(a) == 3 and sum(a) == 6 and sorted(a) == [1, 2, 3]",
        {"a": [3, 1, 2]},
    ),
    ("min(a, 2) == 1 and max(3, a) == 3 and min([], default=4) == 4", {"a": 1}),
    ("sorted(a, key=lambda p: -p) == [3, 2, 1] and max(a, key=abs) == 3", {"a": [1, 2, 3]}),
    (
        "any(x > 2 for x in a) and all(x > 0 for x in a) and not all(x > 1 for x in a)",
        {"a": [1, 3]},
    ),
    ("[x * y for x in a for y in a if x != y] == [2, 2]", {"a": [1, 2]}),
    ("{x: y for x, y in a.items()} == a and {x for x in a} == {'k'}", {"a": {"k": 1}}),
    ("a.keys() == ['k'] and a.values() == [1] and a.get('z', 3) == 3", {"a": {"k": 1}}),
    (
        "list(zip(a, range(2))) == [(5, 0), (6, 1)] and list(enumerate(a)) == [(0, 5), (1, 6)]",
        {"a": [5, 6]},
    ),
    (
        "a.upper() == 'AB' and a.startswith('a') and a[0] == 'a' and 'b' in a and a + 'c' == 'abc'",
        {"a": "ab"},
    ),
    (
        "a.split(',') == ['x', 'y'] and '-'.join(a.split(',')) == 'x-y'",
        {"a": "x,y"},
    ),
    ("f'{a}:{b:.2f}:{a!r:>3}' == 'x:1.50:\\'x\\''", {"a": "x", "b": 1.5}),
    ("f'{a:>5}|{b:05d}' == '    x|00007'", {"a": "x", "b": 7}),
    (
        "str(a) == '12' and int('7') == 7 and float('1.5') == 1.5 and round(1.234, 1) == 1.2",
        {"a": 12},
    ),
    ("str(a) == \"[1, 'x']\" and repr(b) == \"'q'\"", {"a": [1, "x"], "b": "q"}),
    ("isinstance(a, int) and isinstance(a, (str, int)) and not isinstance(a, str)", {"a": 3}),
    ("type(a) is bool and isinstance(a, int) and type(a) != int", {"a": True}),
    ("a is None and b is not None and not (b is None)", {"a": None, "b": 0}),
    ("a is b and a == b and a is not c and a == c", {"a": (x := [1]), "b": x, "c": [1]}),
    (
        "set(a) == {1, 2} and len(set(a)) == 2 and {1} <= set(a) and set(a) | {3} == {1, 2, 3}",
        {"a": [1, 2, 1]},
    ),
    ("a.union([3]) == {1, 3} and a.isdisjoint({4}) and 1 in a and frozenset(a) == a", {"a": {1}}),
    (
        "tuple(a) == (1, 2) and dict([('x', 1)]) == {'x': 1} and list(reversed(a)) == [2, 1]",
        {"a": [1, 2]},
    ),
    ("abs(a) == 2 and divmod(7, a) == (-4, -1) and ord('a') == 97 and chr(98) == 'b'", {"a": -2}),
    (
        "a.x == 1 and a.y.x == 'in' and hasattr(a, 'x') and not hasattr(a, 'z')",
        {"a": Point(1, Point("in"))},
    ),
    (
        "getattr(a, 'x') == 1 and getattr(a, 'z', 5) == 5 and type(a).__name__ == 'Point'",
        {"a": Point(1)},
    ),
    ("a == b and a is not b and a != c", {"a": Point(1, [2]), "b": Point(1, [2]), "c": Point(2)}),
    (
        "a in [b] and [a] == [b] and {'k': a} == {'k': b} and [b, 1].count(a) == 1",
        {"a": Point(1), "b": Point(1)},
    ),
    ("len(a) == 2 and a[0] == 1 and a == [1, 2] and sum(a) == 3 and bool(a)", {"a": Stack([1, 2])}),
    (
        "a == b and len(a) == 2 and a['k'] == 1",
        {"a": collections.OrderedDict(k=1, l=2), "b": collections.OrderedDict(k=1, l=2)},
    ),
    ("a.count(1) == 2 and a.index(2) == 1 and a.copy() == a", {"a": [1, 2, 1]}),
    (
        "a > 1 and a + 1 == b and str(a) == '1.50' and round(a) == 2",
        {"a": decimal.Decimal("1.50"), "b": decimal.Decimal("2.50")},
    ),
    (
        "a.year == 2024 and a < b and (b - a).days == 1 and a.isoformat() == '2024-02-28'",
        {"a": datetime.date(2024, 2, 28), "b": datetime.date(2024, 2, 29)},
    ),
    ("a.numerator == 1 and a * 2 == 1", {"a": fractions.Fraction(1, 2)}),
    ("a == range(3) and list(a) == [0, 1, 2] and 2 in a and len(a) == 3", {"a": range(3)}),
    ("a.decode() == 'x' and len(a) == 1 and a + b'y' == b'xy'", {"a": b"x"}),
    ("list(a) == [1, 2]", {"a": iter([1, 2])}),
    ("implies(a > 5, a / 0 == 1) and not implies(a == 1, a == 2)", {"a": 1}),
    ("a.name == 'RED' and a.value == 1", {"a": Color.RED}),
    ("str(a) == \"'k'\" and a.args == ('k',) and isinstance(a, LookupError)", {"a": KeyError("k")}),
    (
        "str(a) == 'x' and str(b) == \"('x', 1)\" and str(c) == ''",
        {"a": ValueError("x"), "b": ValueError("x", 1), "c": ValueError()},
    ),
    ("str(a) == \"[Errno 2] No such file: 'f'\"", {"a": FileNotFoundError(2, "No such file", "f")}),
    ("0 if a else 1", {"a": []}),
    ("a == b and a != 'x/y' and str(a) == 'x/y'", {"a": Path("x/y"), "b": Path("x/y")}),
    ("a > 1 and a + 1 == 2.5 and a == 1.5 and b == 3", {"a": np.float64(1.5), "b": np.int64(3)}),
    ("a == b and a != c", {"a": np.array([1, 2]), "b": np.array([1, 2]), "c": np.array([[1, 2]])}),
    ("a != [1] and len(a) == 1 and a[0] == 1 and a == b", {"a": deque([1]), "b": deque([1])}),
    ("a != [1] and list(a) == [1]", {"a": iter([1])}),
    ("isinstance(a, list)", {"a": Stack([1])}),
    ("sorted([a, b]) == [[1], [2]] and min(a, b) == [1]", {"a": Stack([2]), "b": Stack([1])}),
    ("a == {'x': 2} and a['x'] == 2", {"a": collections.Counter(x=2)}),
    ("sum(a) == 0.6000000000000001 or sum(a) == 0.6", {"a": [0.1, 0.2, 0.3]}),
    ("[0, *a, 3] == [0, 1, 2, 3] and (*a,) == (1, 2) and {*a} == {1, 2}", {"a": [1, 2]}),
    ("a and 'x' or None", {"a": [1]}),
]


@pytest.mark.parametrize(("condition", "values"), HOLDS, ids=[each[0] for each in HOLDS])
def test_a_condition_that_holds(condition: str, values: dict[str, Any]) -> None:
    assert evaluated(condition, **values) is True
    assert evaluated(f"not ({condition})", **values) is False


def test_what_a_contract_file_brings() -> None:
    head = "\n".join(
        [
            "import math",
            "from decimal import Decimal",
            "import datetime as dt",
            "import numbers",
            "from collections.abc import Sequence",
            "from math import isclose, pi",
            "from tests.meaning.contract.test_values import Color, Point",
            "LIMIT = 3",
            "LIMITS = [LIMIT, LIMIT * 2]",
            "def clipped(x, low=0):",
            "    total = 0",
            "    for each in x:",
            "        if each < low:",
            "            continue",
            "        total += each",
            "        if total > LIMIT:",
            "            break",
            "    while total > LIMIT:",
            "        total -= 1",
            "    return total",
            "def fact(n):",
            "    if n < 2:",
            "        return 1",
            "    else:",
            "        return n * fact(n - 1)",
        ]
    )
    for condition in (
        "clipped(a) == LIMIT and LIMITS[1] == 6 and clipped([1], low=2) == 0",
        "fact(5) == 120",
        "isclose(0.1 + 0.2, 0.3) and math.sqrt(a[0]) == 2.0 and 3 < pi < 4 and math.pi == pi",
        "Decimal('0.1') + Decimal('0.2') == Decimal('0.3') and dt.date(2024, 1, 1).year == 2024",
        "b == Color.RED and b is Color.RED and b != Color.BLUE and b in (Color.RED, Color.BLUE)",
        "isinstance(a, Sequence) and not isinstance(3, Sequence) and isinstance(1.5, numbers.Real)",
        "isinstance(c, Point) and isinstance(b, Color) and type(c) is Point",
        "max(a, key=fact) == 4 and sorted(a, key=lambda n: -n)[0] == 4",
    ):
        found = evaluated(condition, head=head, a=[4, 3], b=Color.RED, c=Point(1))
        assert found is True, (condition, found)


@pytest.mark.parametrize(
    ("condition", "value", "message"),
    [
        ("a['z'] == 1", {}, "raised KeyError: 'z'"),
        ("a[5] == 1", [], "raised IndexError: list index out of range"),
        ("a.zz == 1", Point(1), "holds no attribute `zz`: its snapshot has `x`, `y`"),
        ("a + 'x' == 1", 3, "raised TypeError: unsupported operand type(s) for +"),
        (
            "a + 3 == 1",
            Point(1),
            "how operators treat a `tests.meaning.contract.test_values.Point`",
        ),
        ("a[0] == 1", np.array([1]), "how operators treat a `numpy.ndarray` depends on its own"),
        ("sorted([a, 1])", Point(1), "Point` objects are ordered depends on their own code"),
        ("a < 3", Point(1), "ordered depends on their own code"),
        (
            "len(a)",
            Point(1),
            "the length of a `tests.meaning.contract.test_values.Point` depends on its own",
        ),
        ("a.upper()", 3, "`int` has no method `upper` for clauses"),
        ("a.count(1)", Point(1), "is code of the project, which clauses do not run"),
        ("[x for x, y in a]", [(1, 2, 3)], "too many values to unpack"),
        ("'%s' % a == ''", 3, "use f-strings here, not %"),
        ("isinstance(a, 3)", 3, "the second argument of `isinstance` must be a class"),
        ("{a: 1} == {}", [1], "unhashable type: 'list'"),
    ],
)
def test_a_condition_that_raises(condition: str, value: object, message: str) -> None:
    found = evaluated(condition, a=value)
    assert isinstance(found, str)
    assert message in found
    assert "(evaluated on the new version)" in found


@pytest.mark.parametrize(
    ("condition", "value", "message"),
    [
        (
            "a == 1",
            Color.RED,
            "whether a member of `tests.meaning.contract.test_values.Color` equals its",
        ),
        ("a == 2", Color.RED, False),
        ("len(a) == 2", {Point(1), Point(1)}, True),
        ("len([x for x in a]) == 2", {Point(1), Point(1)}, "a `set` has members that look alike"),
        (
            "isinstance(a, str)",
            Stack([1]),
            "the bases of `tests.meaning.contract.test_values.Stack`",
        ),
        ("bool(a)", Point(1), "use `is not None`"),
        (
            "str(a) == ''",
            Point(1),
            "how a `tests.meaning.contract.test_values.Point` is written depends on its",
        ),
        ("a == 'x'", "y" * 30_000, False),
        ("len(a) == 30000", "y" * 30_000, True),
        ("a == a", "y" * 30_000, True),
        ("a.startswith('y')", "y" * 30_000, "a `str` of length 30,000 was truncated"),
        ("a[0] == 1", [1] * 20_000, "a `list` was truncated"),
        ("a is not None and a", [1] * 20_000, True),
        (
            "isinstance(a, Exception)",
            Point(1),
            "the bases of `tests.meaning.contract.test_values.Point` are",
        ),
    ],
)
def test_what_was_not_seen_is_unclear(condition: str, value: object, message: str | bool) -> None:
    found = evaluated(condition, a=value)
    if isinstance(message, bool):
        assert found is message
    else:
        assert isinstance(found, str)
        assert message in found


# --- hostile values -----------------------------------------------------------------------------


def entangled(depth: int = 60) -> list[Any]:
    """A list of two lists that are one, and so on: small to write, and without end to walk."""
    value: list[Any] = [1]
    for _ in range(depth):
        value = [value, value]
    return value


def entangled_tuple(depth: int = 60) -> tuple[Any, ...]:
    value: tuple[Any, ...] = (1,)
    for _ in range(depth):
        value = (value, value)
    return value


def deep(depth: int = 900) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def endless() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


def ring() -> Point:
    first, second = Point(1), Point(1)
    first.y, second.y = second, first
    return first


COLLIDING = {number * (2**61 - 1): 1 for number in range(1, 3_000)}
HOSTILE: list[tuple[str, Any]] = [
    ("10 ** 10 ** 10 > a", 1),
    ("a ** a > 0", 10**300),
    ("1 << a > 0", 10**9),
    ("'x' * a == ''", 10**12),
    ("[0] * a == []", 10**12),
    ("sum(range(a)) == 1", 10**12),
    ("all(True for x in range(a))", 10**18),
    ("list(range(a)) == []", 10**18),
    ("len([y for x in range(a) for y in range(a)]) == 1", 10**6),
    ("'abc'.center(a) == ''", 10**12),
    ("f'{1:>99999999999}' == a", ""),
    ("('a' * 10000).replace('a', 'b' * 10000) == a", ""),
    ("'x'.join(['y' * 20000 for i in range(1000)]) == a", ""),
    ("round(1, -a) == 1", 10**9),
    ("int(a) == 1", decimal.Decimal("1E+999999999")),
    ("f'{a:f}' == ''", decimal.Decimal("1E+999999999")),
    ("a ** 100000000 == 1", fractions.Fraction(3, 7)),
    ("a == [[1]] or a == [a, a]", entangled()),
    ("str(a) == ''", entangled()),
    ("{a: 1} == {}", entangled_tuple()),
    ("a in [a[0], 1]", entangled()),
    ("a == []", deep()),
    ("a == prev(a) and str(a) == ''", deep()),
    ("a[0] == a", endless()),
    ("len(a) == 1 and sorted(a.keys()) == []", COLLIDING),
    ("loop(a) == 1", 1),
    ("forever(a) == 1", 1),
    ("tower(a) == 1", 3),
]


@pytest.mark.parametrize(("condition", "value"), HOSTILE, ids=[each[0] for each in HOSTILE])
def test_hostile_values_neither_hang_nor_fill_the_memory(condition: str, value: object) -> None:
    head = (
        "def loop(x):\n    return loop(x)\n"
        "def forever(x):\n    while x:\n        x += 1\n    return x\n"
        "def tower(x):\n    for i in range(50):\n        x = x ** 3\n    return x\n"
    )
    found = need_cheap(lambda: evaluated(condition, head=head, a=value), 2)
    assert found is False or isinstance(found, str)
    if isinstance(found, str):
        assert "raised" not in found or "Error" in found


def test_objects_that_lead_to_each_other_are_compared() -> None:
    assert evaluated("a == prev(a) and a.y.y == a", a=ring()) is True
    assert evaluated("a == b", a=ring(), b=Point(1, Point(1))) is False


def test_many_colliding_objects_are_bounded() -> None:
    points = [Point(number) for number in range(2_000)]
    found = need_cheap(lambda: evaluated("len(set(a)) == 2000", a=points), 2)
    assert found is True or isinstance(found, str)
