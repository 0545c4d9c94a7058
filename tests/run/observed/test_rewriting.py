"""Does code that is observed do what it did, and is what it did seen?"""

from __future__ import annotations

import ast
import asyncio
import base64
import builtins
import inspect
import sys
import traceback
from collections.abc import Callable, Iterator
from textwrap import dedent
from typing import Any

import pytest

from swerve.observe.snapshot import decode, show
from swerve.worker.suite import observed_rewriting as rewriting
from swerve.worker.suite._observed_calls import Observer

_NAMES = [name for name in vars(rewriting).values() if str(name).startswith("_within_")]


class Lines:
    """A log that keeps its lines."""

    def __init__(self) -> None:
        self.told: list[list[Any]] = []

    def tell(self, *lines: list[Any]) -> int:
        """Keep them."""
        self.told += lines
        return 1

    def calls(self) -> list[tuple[str, dict[str, str], dict[str, str]]]:
        """How each call ended, what it was given, and what it left."""
        return [(line[5], _seen(line[4]), _seen(line[6])) for line in self.told]


def _seen(text: str) -> dict[str, str]:
    graph = decode(base64.b64decode(text))
    return {name: show(graph, index) for name, index in graph.roots}


class Module:
    """A module that was rewritten, with one of its functions observed."""

    def __init__(self, source: str, name: str, *, marks: bool = False) -> None:
        self.log = Lines()
        self.ran: dict[tuple[Any, ...], int] = {}
        tree = ast.parse(dedent(source))
        line = next(
            node.lineno
            for node in ast.walk(tree)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            and node.name == name.rpartition(".")[2]
        )
        lines = list(range(line + 1, line + 40))
        watched = [{"file": "m.py", "module": None, "name": name, "line": line, "lines": lines}]
        order = {
            "most_calls": 50,
            "most_in_all": 500,
            "most_bytes": 1 << 20,
            "counted": [],
            "enough": 20,
            "recipes": False,
            "each_anew": False,
            "varies": True,
            "scratch": "/nowhere/scratch",
        }
        self.observer = Observer(watched, self.log, order, "/nowhere/tree")  # type: ignore[arg-type]
        self.observer.install()
        setattr(builtins, rewriting.RAN, self.ran)
        spared: list[str] | None = [] if marks else None
        made = rewriting.Rewriting(watched, spared).rewritten(tree, "m.py")
        assert made is not None
        self.names: dict[str, Any] = {"__name__": "m"}
        exec(compile(made, "m.py", "exec"), self.names)  # noqa: S102 - our own source
        self.observer.begins("test_it")

    def __getitem__(self, name: str) -> Any:
        return self.names[name]


@pytest.fixture(autouse=True)
def _clean_builtins() -> Iterator[None]:
    yield
    for name in _NAMES:
        if hasattr(builtins, name):
            delattr(builtins, name)


def both(source: str, name: str, use: Callable[[Any], object]) -> Lines:
    """Use a function as it is, and observed: that must come to the same."""
    plain: dict[str, Any] = {"__name__": "m"}
    exec(compile(dedent(source), "m.py", "exec"), plain)  # noqa: S102 - our own source
    module = Module(source, name)
    top = name.partition(".")[0]
    assert _outcome(use, module[top]) == _outcome(use, plain[top])
    return module.log


def _outcome(use: Callable[[Any], object], function: Any) -> object:
    try:
        return use(function)
    except BaseException as error:
        frames = [(f.name, f.lineno) for f in traceback.extract_tb(error.__traceback__)]
        return type(error), error.args, [each for each in frames if each[0] != "_outcome"]


def _list_and_value(generator: Any) -> object:
    items = []
    while True:
        try:
            items.append(next(generator))
        except StopIteration as stop:
            return items, stop.value


_UNTOUCHED = [
    pytest.param("def f(x):\n    return x + 1\n", lambda f: f(1), id="returns"),
    pytest.param("def f(x):\n    x.append(1)\n", lambda f: f([]), id="falls off its end"),
    pytest.param("def f():\n    'only a docstring'\n", lambda f: (f(), f.__doc__), id="docstring"),
    pytest.param("def f(x):\n    return 1 / x\n", lambda f: f(0), id="raises"),
    pytest.param(
        """
        def f(x):
            try:
                return x
            finally:
                x.append(2)
        """,
        lambda f: f([1]),
        id="finally after return",
    ),
    pytest.param(
        """
        def f():
            for _ in range(2):
                try:
                    return 1
                finally:
                    continue
        """,
        lambda f: f(),
        id="finally that takes the return back",
    ),
    pytest.param("def f(a, b=2):\n    return locals()\n", lambda f: f(1), id="locals"),
    pytest.param(
        """
        import sys
        def f():
            return sys._getframe(1).f_code.co_name, sys.exc_info()[0]
        """,
        lambda f: f(),
        id="the frame above",
    ),
    pytest.param(
        """
        def f():
            try:
                raise KeyError(1)
            except KeyError as error:
                raise ValueError(2) from error
        """,
        lambda f: f(),
        id="a cause",
    ),
    pytest.param(
        """
        def f(n):
            got = []
            for i in range(n):
                got.append((yield i))
            return got
        """,
        lambda f: _list_and_value(f(3)),
        id="generator",
    ),
    pytest.param(
        """
        def f(items):
            yield from items
            rest = yield from (x * 2 for x in items)
            return rest
        """,
        lambda f: _list_and_value(f([1, 2])),
        id="yield from",
    ),
    pytest.param(
        """
        def inner():
            while True:
                try:
                    x = yield 1
                    print(x)
                except KeyError:
                    yield 'caught'
        def f():
            yield from inner()
        """,
        lambda f: (lambda g: (next(g), g.send(3), g.throw(KeyError()), g.close()))(f()),
        id="send and throw",
    ),
    pytest.param(
        "async def f(x):\n    return x * 2\n", lambda f: asyncio.run(f(2)), id="coroutine"
    ),
    pytest.param(
        """
        async def f(n):
            for i in range(n):
                if i == 2:
                    return
                yield i
        """,
        lambda f: asyncio.run(_drained(f(5))),
        id="async generator",
    ),
    pytest.param(
        "def f(a, /, b, *c, d=4, **e):\n    return a\n", inspect.signature, id="signature"
    ),
    pytest.param("def f():\n    yield\n", inspect.isgeneratorfunction, id="kind"),
    pytest.param("async def f():\n    pass\n", inspect.iscoroutinefunction, id="async kind"),
    pytest.param(
        """
        def f(n):
            def inner():
                nonlocal n
                n += 1
                return n
            return inner() + inner()
        """,
        lambda f: f(1),
        id="nonlocal",
    ),
    pytest.param("def f(n):\n    return f(n + 1)\n", lambda f: _deep(f), id="too deep"),
]


async def _drained(generator: Any) -> list[Any]:
    return [each async for each in generator]


def _deep(function: Any) -> object:
    try:
        return function(0)
    except RecursionError as error:
        return type(error)


@pytest.mark.parametrize(("source", "use"), _UNTOUCHED)
def test_an_observed_function_does_what_it_did(source: str, use: Callable[[Any], object]) -> None:
    both(source, "f", use)


def test_methods_reach_their_class() -> None:
    source = """
        class Base:
            def f(self):
                return 'base'
        class f(Base):
            def __init__(self):
                self.__hidden = 1
            def f(self):
                return super().f(), __class__.__name__, self.__hidden
    """
    log = both(source, "f.__init__", lambda cls: cls().f())
    (call,) = log.calls()
    assert call[0] == "returned"
    assert call[2]["receiver"] == "f(_f__hidden=1)"


def test_what_finally_does_to_arguments_is_seen() -> None:
    log = both(_UNTOUCHED[4].values[0], "f", lambda f: f([1]))  # type: ignore[arg-type]
    assert log.calls() == [
        ("returned", {"arguments[0]": "[1]"}, {"result": "[1, 2]", "arguments[0]": "[1, 2]"})
    ]


def test_a_return_that_is_taken_back_is_no_result() -> None:
    log = both(_UNTOUCHED[5].values[0], "f", lambda f: f())  # type: ignore[arg-type]
    assert log.calls() == [("returned", {}, {"result": "None"})]


def test_what_goes_without_saying_is_left_out() -> None:
    source = "def f(a, b=None, *c, d=4, **e):\n    return a\n"
    log = both(source, "f", lambda f: (f(1), f(1, None, d=4), f(1, d=5), f(1, None, 2), f(1, x=3)))
    assert [given for _, given, _ in log.calls()] == [
        {"arguments[0]": "1"},
        {"arguments[0]": "1"},
        {"arguments[0]": "1", "arguments.d": "5"},
        {"arguments[0]": "1", "arguments[1]": "None", "arguments[2]": "2"},
        {"arguments[0]": "1", "arguments.x": "3"},
    ]


def test_a_gap_becomes_a_keyword_unless_none_is_taken() -> None:
    log = both("def f(a=1, b=2):\n    pass\n", "f", lambda f: f(b=3))
    assert log.calls()[0][1] == {"arguments.b": "3"}
    log = both("def f(a=1, b=2, /):\n    pass\n", "f", lambda f: f(1, 3))
    assert log.calls()[0][1] == {"arguments[0]": "1", "arguments[1]": "3"}


def test_a_generator_shows_what_was_asked_for() -> None:
    log = both("def f():\n    yield 1\n    yield 2\n", "f", lambda f: next(f()))
    (call,) = log.calls()
    assert call[2]["result"].startswith("<generator")
    assert "1" in call[2]["result"]


def test_iterators_that_a_test_needs_are_not_moved() -> None:
    log = both("def f(x):\n    return list(x)\n", "f", lambda f: f(i for i in range(3)))
    assert log.calls()[0][2]["result"] == "[0, 1, 2]"


def test_the_same_call_is_told_a_few_times_only() -> None:
    module = Module("def f(x):\n    return x\n", "f")
    for _ in range(100):
        module["f"](1)
    module["f"](2)
    assert [given["arguments[0]"] for _, given, _ in module.log.calls()] == ["1", "1", "1", "2"]


def test_no_test_no_call() -> None:
    module = Module("def f(x):\n    return x\n", "f")
    module.observer.ended(())
    module["f"](1)
    assert module.log.told == []


def test_lines_and_functions_that_ran_are_marked() -> None:
    source = """
        def f(x):
            "Text."
            if x:
                return (
                    1
                )
            elif x is None:
                y = 2
            else:
                y = 3
            return y

        class C:
            def g(self):
                return f(1)
    """
    module = Module(source, "f", marks=True)
    module["f"](0)
    found = list(module.ran)
    assert sorted(each[1:] for each in found if each[0] == "function") == [("m.py", "f")]
    lines = sorted(line for each in found if each[0] == "lines" for line in each[2:])
    assert lines == [4, 8, 10, 11, 12]
    module.ran.clear()
    module["C"]().g()
    assert sorted(each[2] for each in module.ran if each[0] == "function") == ["C.g", "f"]


def test_values_that_object_to_being_looked_at_do_no_harm() -> None:
    source = """
        class Evil:
            def __getattribute__(self, name):
                raise SystemExit(name)
            def __eq__(self, other):
                raise SystemExit
            __hash__ = None
        def f(x):
            return x
        def use():
            return f(Evil())
    """
    module = Module(source, "f")
    assert type(module["use"]()) is module["Evil"]


def test_what_is_put_into_the_builtins_is_not_seen() -> None:
    module = Module("def f(names):\n    exec('x = 1', names)\n", "f")
    module["f"]({})
    ((_, _, after),) = module.log.calls()
    assert "_within" not in after["arguments[0]"]
    assert "'x': 1" in after["arguments[0]"]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type parameters are new in 3.12")
def test_type_parameters_are_kept() -> None:
    both("def f[T](x: T) -> T:\n    return x\n", "f", lambda f: (f(1), f.__type_params__ != ()))
