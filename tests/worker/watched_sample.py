"""Code with about every construct, to be run with probes and without."""

from __future__ import annotations

SOURCE = '''"""A module."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import functools

LIMIT = 3
TABLE = {
    "a": 1,
    "b": [2, 3],
}


def plain(x, y=2, *args, z: int = 3, **named):
    """Docstring."""
    total = x + y; total += z
    for one in args: total += one
    for name in named:
        if name == "skip": continue
        total += named[name]
        if total > 100:
            break
    else:
        total += 1000
    return total


def annotated(x: int if True else str) -> list[int]:
    local: int
    other: int = x
    return [other]


def decorator(function):
    @functools.wraps(function)
    def inner(*args, **named):
        return function(*args, **named)

    return inner


@decorator
@functools.lru_cache(maxsize=None)
def decorated(x):
    return x * 2


class Shape:
    """A class."""

    sides = 4
    names = [name.upper() for name in ("a", "b")]
    if sides > 3:
        kind = "many"
    else:
        kind = "few"

    def __init__(self, size):
        self.size = size

    @property
    def area(self):
        return self.size ** 2

    @classmethod
    def make(cls, *args): return cls(*args)

    def __repr__(self):
        return f"{type(self).__name__}({self.size!r})"

    def __private(self):
        return __class__

    def call(self):
        return self.__private() is Shape


class Square(Shape):
    def __init__(self, size):
        super().__init__(size)

    @property
    def area(self):
        return super().area + 1


@dataclasses.dataclass
class Point:
    x: int
    y: int = dataclasses.field(
        default=2,
    )


def nested(x):
    count = 0

    def inner(step):
        nonlocal count
        count += step
        return lambda: (count, x)

    inner(1)
    return inner(2)()


def generator(n):
    for i in range(n):
        got = yield i
        if got:
            yield got
    return "end"


def delegating(n):
    end = yield from generator(n)
    yield end


def comprehensions(n):
    return (
        [i * 2 for i in range(n) if i % 2],
        {i: j for i in range(n) for j in range(i)},
        {i % 3 for i in range(n)},
        tuple(
            i + j
            for i in range(n)
            if i
            for j in range(2)
            if j or
            i > 1
        ),
        [[k for k in range(i)] for i in range(n)],
    )


def conditions(a, b, c):
    first = a if b else c
    second = (
        a
        if b
        else c
    )
    third = a and b or c
    fourth = not a or (b
                       and c)
    fifth = a < b < c
    return first, second, third, fourth, fifth


def lambdas(values):
    key = lambda value: -value
    return sorted(values, key=key), sorted(
        values,
        key=lambda value: (
            value % 3,
            value,
        ),
    )


def handlers(x):
    try:
        try:
            result = 10 / x
        except TypeError:
            result = "type"
        except (ValueError, KeyError) as error:
            result = str(error)
        else:
            result += 1
        finally:
            LOG.append("inner")
    except ZeroDivisionError as error:
        result = repr(error)
    finally:
        LOG.append("outer")
    return result, error_is_gone()


LOG = []


def error_is_gone():
    return "error" in locals()


def finally_returns(x):
    while True:
        try:
            if x: return 1
            break
        finally:
            x = 5
    return x


def raising(x):
    values = [
        1,
        x
        .missing,
        3,
    ]
    return values


def raising_in_call(x):
    return plain(
        1,
        raising(x),
        3,
    )


def reraising():
    try:
        raise ValueError(
            "one"
        )
    except ValueError as error:
        raise KeyError("two") from error


def asserting(x):
    assert x, (
        "no "
        "x"
    )
    return x


@contextlib.contextmanager
def managed(name):
    LOG.append(name)
    try:
        yield name
    finally:
        LOG.append("end " + name)


def withs(x):
    with managed("a") as a, managed("b"):
        if x: return a
    with (
        managed("c")
    ): pass
    return LOG[-1]


def strings(x):
    return f"{x!r:>10} {x + 1} {f'{x}'}" + (
        "a"
        f"{x}"
        "c"
    ) + """
# no comment
{x}
"""


def walrus(values):
    if (n := len(values)) > 2 and (last := values[-1]):
        return n, last
    return [y := 1, y ** 2]


def globals_and_deletes():
    global CHANGED
    CHANGED = 1
    box = [1, 2, 3]
    del box[0]
    CHANGED += len(box)
    del box
    return CHANGED


def unpacking(*args):
    first, *rest = args
    (a, b), c = rest[:1][0], rest[-1]
    return [*rest, first], {**{"a": a}, "b": b}, c


def only_docstring():
    """Nothing else."""


def ellipsis(): ...


def constant_conditions():
    if 0:
        return 1
    while 1:
        if not __debug__:
            return 2
        return 3


def recursion(n):
    if n < 2:
        return n
    return recursion(n - 1) + recursion(n - 2)


def locals_of(x):
    y = 1
    return sorted(locals())


async def coroutine(n):
    async with Async() as value:
        got = [i async for i in async_generator(n)]
        await asyncio.sleep(0)
    return value, got, [await other(i) for i in range(2)]


async def async_generator(n):
    for i in range(n):
        yield i


async def other(x):
    return x


class Async:
    async def __aenter__(self): return 7
    async def __aexit__(self, *words): return None


def starting(function, *args):
    steps = function(*args).__await__()
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
'''

#: Expressions over the names of the module.
CALLS = [
    "plain(1)",
    "plain(1, 2, 3, z=5, skip=9, more=200)",
    "plain(1, more=1)",
    "plain('a')",
    "annotated(3)",
    "decorated(2), decorated(2), decorated.__name__",
    "Shape(3), Shape(3).area, Shape.make(4), Shape(1).call(), Shape.names, Shape.kind",
    "Square(2).area, Square.__doc__, Shape.__doc__",
    "Point(1), Point.__doc__",
    "nested(5)",
    "list(generator(3)), list(delegating(2))",
    "[(g := generator(2)), next(g), g.send(5), g.close()][1:]",
    "comprehensions(6)",
    "[conditions(a, b, c) for a in (0, 1) for b in (0, 2) for c in (0, 3)]",
    "lambdas([3, 1, 2])",
    "handlers(0), handlers(5), handlers('a'), LOG.clear()",
    "finally_returns(0), finally_returns(1)",
    "raising(1)",
    "raising_in_call(1)",
    "reraising()",
    "asserting(0)",
    "asserting(1)",
    "withs(0), withs(1), LOG.clear()",
    "strings(5)",
    "walrus([1, 2, 3]), walrus([])",
    "globals_and_deletes()",
    "unpacking(1, (2, 3), 4)",
    "unpacking(1)",
    "only_docstring(), ellipsis(), only_docstring.__doc__, ellipsis.__doc__",
    "constant_conditions()",
    "recursion(6)",
    "locals_of(1)",
    "starting(coroutine, 3)",
    "missing_name",
    "TABLE, LIMIT, __doc__",
]

MATCH = """def match(x):
    match x:
        case 0:
            return "zero"
        case [a, b] if a < b:
            return a + b
        case [_, _]:
            return "big"
        case _:
            return "other"
"""
