"""What probes say of watched lines, and what the code they watch does not notice of them."""

from __future__ import annotations

import ast
import contextlib
import dis
import importlib
import os
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tests.worker.claims import worker
from tests.worker.watched_sample import CALLS, MATCH, SOURCE

NEEDS = ("core.conditions", "core._probes", "core._monitoring")
_EVERYTHING = range(1, 2000)


def _written(name: str, source: str | bytes) -> str:
    data = source.encode() if isinstance(source, str) else source
    with open(f"{name}.py", "wb") as file:
        file.write(data)
    if "" not in sys.path:
        sys.path.insert(0, "")
    importlib.invalidate_caches()
    return os.path.abspath(f"{name}.py")


def _watched(source: str | bytes, lines: Iterable[int] = _EVERYTHING) -> Any:
    """Import the source as a module whose lines are watched."""
    worker("core._probes").watch({_written("sample", source): list(lines)})
    return importlib.import_module("sample")


def _ran(call: Callable[[], object]) -> list[int]:
    """The lines that ran in a call; an exception is part of it."""
    worker("core._probes").start_call()
    with contextlib.suppress(Exception):
        call()
    return sorted(line for _, line in worker("core._probes").lines_run())


def _numbered(source: str) -> str:
    return source.strip("\n") + "\n"


def statements_count_when_they_run() -> None:
    sample = _watched(
        _numbered("""
def f(x):
    y = 0
    if x > 1:
        y = 1
    elif x > 0:
        y = 2
    else:
        y = 3
    for i in range(x):
        y += i
    else:
        y += 1
    while x:
        x -= 1
        if x == 5: continue
        if x == 1: break
    return y
""")
    )
    assert _ran(lambda: sample.f(0)) == [1, 2, 3, 5, 7, 8, 9, 11, 12, 13, 17]
    assert _ran(lambda: sample.f(1)) == [1, 2, 3, 5, 6, 9, 10, 11, 12, 13, 14, 15, 16, 17]
    assert _ran(lambda: sample.f(2)) == [1, 2, 3, 4, 9, 10, 11, 12, 13, 14, 15, 16, 17]


def only_watched_lines_count() -> None:
    sample = _watched("def f():\n    a = 1\n    b = 2\n    c = 3\n    return c\n", [3, 5])
    assert _ran(sample.f) == [3, 5]
    assert sorted(worker("core._probes").lines_that_can_run()) == [(0, 3), (0, 5)]


def a_statement_behind_one_that_raised_did_not_run() -> None:
    sample = _watched("def f(x):\n    a = 1 / x\n    b = 2\n    return b\n")
    assert _ran(lambda: sample.f(0)) == [1, 2]
    assert _ran(lambda: sample.f(1)) == [1, 2, 3, 4]


def the_head_of_a_function_counts_when_it_starts() -> None:
    sample = _watched(
        _numbered("""
def deco(f):
    return f

@deco
def f(
    x=1,
    *,
    y: int = 2,
) -> int:
    '''Docstring.

    More of it.
    '''
    # A comment.
    return x

class A:
    @property
    def p(self):
        return 1
""")
    )
    assert _ran(sample.f) == [4, 5, 6, 7, 8, 9, 15]
    assert _ran(lambda: sample.A().p) == [18, 19, 20]


def docstrings_and_comments_are_no_code() -> None:
    _watched(
        _numbered("""
'''Module.'''
from __future__ import annotations

# Comment.
class A:
    '''Class.'''

def f():
    '''Function.

    # Not a comment.
    '''
    global g

    g = '''
    # no comment
    '''
    return (
        1,
        # comment
        2,
    )
""")
    )
    can_run = [line for _, line in worker("core._probes").lines_that_can_run()]
    assert sorted(can_run) == [5, 8, 15, 16, 17, 18, 19, 21, 22]


def a_function_with_nothing_but_a_docstring_counts() -> None:
    sample = _watched("def f():\n    '''Doc.'''\ndef g(): ...\ndef h():\n    pass\n")
    assert _ran(sample.f) == [1]
    assert _ran(sample.g) == [3]
    assert _ran(sample.h) == [4, 5]
    assert sample.f.__doc__ == "Doc."
    assert sample.g.__doc__ is None


def one_line_compound_statements_count() -> None:
    sample = _watched(
        _numbered("""
def f(x):
    if x: return 1
    a = 1; b = 2
    for i in (): pass
    else: a = 3
    try: c = a[0]
    except TypeError: c = 0
    finally: a = 5
    with open("/dev/null"): a = 6
    return a
def g(x): return x
class A: y = 1
""")
    )
    assert _ran(lambda: sample.f(1)) == [1, 2]
    assert _ran(lambda: sample.f(0)) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert _ran(lambda: sample.g(0)) == [11]


def lines_of_a_statement_count_with_it() -> None:
    sample = _watched(
        _numbered("""
def f(x):
    y = dict(
        a=1,
        b=x,
    )
    z = (
        1,
        2,
    )
    text = (
        "one"
        f"two {x}"
        "three"
    )
    assert (
        x
    ), "no"
    return [
        y,
        z,
        text,
    ]
""")
    )
    ran = _ran(lambda: sample.f(1))
    assert [line for line in range(1, 23) if line not in ran] == [17], ran


def parts_of_expressions_count_when_they_are_reached() -> None:
    sample = _watched(
        _numbered("""
def f(x, y):
    a = (x
         and y
         and x + y)
    b = (
        x
        if y
        else -x
    )
    c = [
        i
        for i in range(x)
        if i
        if i > 1
    ]
    d = 0 < x < (
        y
    )
    return a, b, c, d
""")
    )
    assert _ran(lambda: sample.f(0, 0)) == [1, 2, 5, 7, 8, 9, 10, 12, 15, 16, 18, 19]
    ran = set(_ran(lambda: sample.f(2, 0)))
    if sys.version_info >= (3, 12):
        ran.discard(11)  # where the interpreter goes on from an item that is left out
    assert ran == {1, 2, 3, 5, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19}
    ran = set(_ran(lambda: sample.f(3, 5)))
    assert ran == {*range(1, 20)} - {8}


def lambdas_count_when_they_are_called() -> None:
    sample = _watched(
        _numbered("""
key = lambda x: x + 1
other = lambda x: (
    x
    + 2
)
def f(x):
    g = lambda y: y
    return g
def use(x): return key(x)
""")
    )
    assert _ran(lambda: sample.use(1)) == [1, 9]
    assert set(_ran(lambda: sample.other(1))) >= {2, 3, 4}
    assert _ran(lambda: sample.f(1)) == [6, 7, 8]
    g = sample.f(1)
    assert _ran(lambda: g(1)) == [7]


def handlers_count_when_they_are_looked_at() -> None:
    sample = _watched(
        _numbered("""
def f(x):
    try:
        x = 1 / x
    except KeyError:
        x = 2
    except (
        ZeroDivisionError
    ) as error:
        x = 3
    except TypeError:
        x = 4
    else:
        x = 5
    finally:
        x += 1
    return x
def g():
    try:
        raise KeyError
    except:
        return 1
""")
    )
    assert set(_ran(lambda: sample.f(0))) == {1, 2, 3, 4, 6, 7, 8, 9, 14, 15, 16}
    assert _ran(lambda: sample.f(1)) == [1, 2, 3, 12, 13, 14, 15, 16]
    assert _ran(lambda: sample.f("")) == [1, 2, 3, 4, 6, 7, 8, 10, 11, 14, 15, 16]
    assert _ran(sample.g) == [17, 18, 19, 20, 21]


def cases_count_when_they_match() -> None:
    if sys.version_info[:2] == (3, 9):
        return
    sample = _watched(MATCH)
    assert {1, 2, 3, 4} <= set(_ran(lambda: sample.match(0)))
    ran = set(_ran(lambda: sample.match([1, 2])))
    assert {1, 2, 5, 6} <= ran
    assert not ran & {4, 8, 10}
    assert {9, 10} <= set(_ran(lambda: sample.match("x")))
    assert [sample.match(0), sample.match([1, 2]), sample.match([5, 5]), sample.match(1)] == [
        "zero",
        3,
        "big",
        "other",
    ]


def generators_count_as_far_as_they_came() -> None:
    sample = _watched(
        _numbered("""
def f():
    yield 1
    try:
        yield 2
    finally:
        x = 3
    return x
async def g():
    await h()
    return 2
async def h():
    return 1
async def a():
    async for x in b():
        yield x
async def b():
    yield 1
""")
    )
    made = []
    assert _ran(lambda: made.append(sample.f())) == []
    assert _ran(lambda: next(made[0])) == [1, 2]
    assert _ran(lambda: next(made[0])) == [3, 4]
    assert _ran(made[0].close) == [5, 6]
    assert _ran(lambda: _run(sample.g())) == [8, 9, 10, 11, 12]
    assert set(_ran(lambda: _run(sample.a().__anext__()))) >= {13, 14, 15, 16, 17}


def _run(awaitable: Any) -> Any:
    steps = awaitable.__await__()
    try:
        while True:
            next(steps)
    except StopIteration as end:
        return end.value


def loops_are_seen_in_every_call() -> None:
    """From Python 3.12 on, lines that run often are switched off, and on again."""
    sample = _watched(
        _numbered("""
def f(n):
    t = 0
    for i in range(n):
        t += i
        if t < 0:
            t = 1
    return t
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)
""")
    )
    for n in (0, 1, 5, 1000, 3, 1000, 0, 1):
        expected = [1, 2, 3, 4, 5, 7] if n else [1, 2, 3, 7]
        assert _ran(lambda n=n: sample.f(n)) == expected, n  # type: ignore[misc]
    for n in (12, 1, 12):
        expected = [8, 9, 10, 11] if n > 1 else [8, 9, 10]
        assert _ran(lambda n=n: sample.fib(n)) == expected, n  # type: ignore[misc]


def a_call_starts_with_nothing() -> None:
    sample = _watched("def f():\n    return 1\n")
    probes = worker("core._probes")
    assert _ran(sample.f) == [1, 2]
    probes.start_call()
    assert probes.lines_run() == ()
    assert _ran(sample.f) == [1, 2]
    assert probes.lines_run() == probes.lines_run() != ()


def lines_run_at_import_are_told_apart() -> None:
    sample = _watched("import sys\nX = [\n    1,\n]\ndef f():\n    return X\nif X:\n    Y = 2\n")
    probes = worker("core._probes")
    at_import = [(0, line) for line in (1, 2, 3, 4, 5, 7, 8)]
    assert sorted(probes.lines_run_at_import()) == at_import
    assert _ran(sample.f) == [5, 6]
    assert sorted(probes.lines_run_at_import()) == at_import


def imports_inside_a_call_belong_to_it() -> None:
    probes = worker("core._probes")
    first = _written("first", "def f():\n    import second\n    return second.g()\n")
    second = _written("second", "X = 1\ndef g():\n    return X\n")
    probes.watch({second: [1, 3], first: [2]})
    module: Any = importlib.import_module("first")
    probes.start_call()
    module.f()
    assert sorted(probes.lines_run()) == [(0, 1), (0, 3), (1, 2)]
    probes.start_call()
    module.f()
    assert sorted(probes.lines_run()) == [(0, 3), (1, 2)]
    assert probes.lines_run_at_import() == ()


def threads_are_watched() -> None:
    import threading

    sample = _watched("def f():\n    x = 1\n    return x\n")

    def several() -> None:
        threads = [threading.Thread(target=sample.f) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert _ran(several) == [1, 2, 3]


def child_processes_of_the_worker_are_watched() -> None:
    sample = _watched("def f(n):\n    for i in range(n):\n        i += 1\n    return n\n")
    _ran(lambda: sample.f(1000))
    process = os.fork()
    if not process:
        os._exit(_ran(lambda: sample.f(5)) != [1, 2, 3, 4])
    assert os.waitpid(process, 0)[1] == 0


def files_are_found_by_any_path() -> None:
    os.mkdir("real")
    os.symlink("real", "link")
    with open("real/sample.py", "w") as file:
        file.write("def f():\n    return 1\n")
    worker("core._probes").watch({os.path.abspath("real/sample.py"): [2]})
    sys.path.insert(0, "link")
    sample = importlib.import_module("sample")
    assert "link" in str(sample.__file__)
    assert _ran(sample.f) == [2]


def files_of_any_encoding_are_watched() -> None:
    for source in (
        "# coding: latin-1\ndef f():\n    é = 'ü'\n    return é\n".encode("latin-1"),
        b"\xef\xbb\xbf#\ndef f():\n    x = 1\n    return x\n",
        b"#\r\ndef f():\r\n    x = 1\r\n    return x\r\n",
        b"#\x0c\ndef f():\n    x = '\x0c'\n    return x",
    ):
        process = os.fork()
        if not process:
            sample = _watched(source)
            os._exit(_ran(sample.f) != [2, 3, 4])
        assert os.waitpid(process, 0)[1] == 0, source


def other_files_are_left_alone() -> None:
    from importlib.machinery import SourceFileLoader

    before = SourceFileLoader.get_code
    worker("core._probes").watch({})
    assert SourceFileLoader.get_code is before
    _watched("x = 1\n")
    source = "def f():\n    return 1\n"
    _written("other", source)
    other = importlib.import_module("other")
    constants = compile(source, "other.py", "exec").co_consts
    (bare,) = (one for one in constants if isinstance(one, types.CodeType))
    assert other.f.__code__.co_code == bare.co_code
    assert other.f.__code__.co_consts == bare.co_consts
    assert SourceFileLoader.get_code.__module__ == "_frozen_importlib_external"


def a_file_that_is_no_python_fails_as_before() -> None:
    raised = None
    try:
        _watched("def f(:\n")
    except SyntaxError as error:
        raised = error
    assert raised is not None
    assert (raised.lineno, raised.filename) == (1, os.path.abspath("sample.py"))
    assert "SyntaxError" in worker("core._probes").blindness()[0]
    worker("core._probes").start_call()
    assert worker("core._probes").lines_run() == ()


def code_that_breaks_the_parser_is_imported_all_the_same() -> None:
    import ast

    ast.iter_child_nodes = ast.parse = ast.walk = lambda *words, **named: 1 / 0  # type: ignore
    sample = _watched("def f():\n    return 1\n")
    assert sample.f() == 1
    assert "ZeroDivisionError" in worker("core._probes").blindness()[0]


def loaders_of_the_target_keep_their_say() -> None:
    from importlib.machinery import SourceFileLoader
    from importlib.util import module_from_spec, spec_from_loader

    class Loader(SourceFileLoader):
        def source_to_code(  # type: ignore[override]
            self, data: Any, path: Any, *words: Any, **named: Any
        ) -> Any:
            seen.append(path)
            return super().source_to_code(data, path, *words, **named)

    seen: list[str] = []
    path = _written("sample", "def f():\n    return 1\n")
    worker("core._probes").watch({path: [2]})
    spec = spec_from_loader("sample", Loader("sample", path))
    assert spec is not None
    assert spec.loader is not None
    sample = module_from_spec(spec)
    spec.loader.exec_module(sample)
    assert seen == [path]
    assert _ran(sample.f) == [2]


# What watched code does not notice


def results_and_tracebacks_are_the_same() -> None:
    plain, probed = _both(SOURCE)
    for call in CALLS:
        assert _shown(plain, call) == _shown(probed, call), call


def tracers_see_the_same_lines() -> None:
    """In conditions over several lines they may see one again; in Python 3.9 `while True:`, too."""
    plain, probed = _both(SOURCE)
    otherwise_in_39 = ("finally_returns", "constant_", "only_docstring", "starting")
    for call in CALLS:
        if sys.version_info[:2] == (3, 9) and call.startswith(otherwise_in_39):
            continue
        expected, seen = _traced(plain, call), _traced(probed, call)
        if call.startswith("comprehensions"):
            expected, seen = _in_order(expected), _in_order(seen)
        assert expected == seen, call


def _in_order(events: list[Any]) -> list[Any]:
    return sorted({event[:3] for event in events})


def code_objects_say_the_same() -> None:
    """But for the lines of `while True:` and of docstrings in Python 3.9."""
    plain, probed = _both(SOURCE)
    ours = list(_code_in(probed.__code_object__))
    assert len(ours) > 40
    for before, after in zip(_code_in(plain.__code_object__), ours):  # noqa: B905
        for name in dir(before):
            if name.startswith("co_") and name not in _MAY_DIFFER:
                assert getattr(before, name) == getattr(after, name), (before, name)
        if sys.version_info[:2] != (3, 9):
            assert _lines_in(before) == _lines_in(after), before
        assert isinstance(hash(after), int)
        assert after == after.replace()


def _lines_in(code: types.CodeType) -> set[int]:
    return {line for _, line in dis.findlinestarts(code) if line is not None}


#: Where the code differs, which no program asks for.
_MAY_DIFFER = {
    "co_code",
    "_co_code_adaptive",
    "co_consts",
    "co_stacksize",
    "co_lnotab",
    "co_linetable",
    "co_exceptiontable",
    "co_lines",
    "co_positions",
    "co_branches",
}


def sources_are_found() -> None:
    import inspect

    sample = _watched(SOURCE)
    for name in ("plain", "Shape", "nested", "decorated"):
        thing = getattr(sample, name)
        assert inspect.getsource(thing).splitlines()[0] in SOURCE
        assert inspect.getsource(thing) in SOURCE
    assert inspect.getsource(sample) == SOURCE
    assert sample.__doc__ == "A module."
    assert inspect.getdoc(sample.plain) == "Docstring."
    assert sample.annotated.__annotations__ == {"x": "int if True else str", "return": "list[int]"}


def code_travels_without_its_probes() -> None:
    """As `cloudpickle` sends it: by what a code object is made of."""
    import pickle

    sample = _watched("def f(x):\n    return (x\n        and 5)\n")
    constants = pickle.loads(pickle.dumps(sample.f.__code__.co_consts))  # noqa: S301
    again = types.FunctionType(sample.f.__code__.replace(co_consts=constants), {})
    assert again(1) == again(1) == 5
    assert again(0) == 0


def nothing_new_is_warned_of() -> None:
    import warnings

    path = _written("sample", SOURCE)
    worker("core._probes").watch({path: list(_EVERYTHING)})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        importlib.import_module("sample")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        path = _written("noisy", "x = 1\ny = x is 5\nz = '\\d'\n")
        compile("x = 1\ny = x is 5\nz = '\\d'\n", path, "exec")
        expected = [(one.category, str(one.message), one.lineno) for one in caught]
        caught.clear()
        worker("core._probes")._watched[path] = (1, frozenset(_EVERYTHING))
        worker("core._probes")._names.add("noisy.py")
        importlib.import_module("noisy")
    seen = [(one.category, str(one.message), one.lineno) for one in caught]
    assert sorted(map(str, seen)) == sorted(map(str, expected))
    assert len(seen) == 2


def tracebacks_of_imports_show_no_more_than_before() -> None:
    import traceback

    try:
        _watched("def f():\n    return 1 / 0\nf()\n")
    except ZeroDivisionError as error:
        stack = traceback.extract_tb(error.__traceback__)
    names = [os.path.basename(one.filename) for one in stack if "importlib" not in one.filename]
    assert names[-2:] == ["sample.py", "sample.py"]
    assert not [name for name in names if name.startswith("_prob")]
    assert [one.lineno for one in stack][-2:] == [3, 2]


# Hostile code


def code_that_uses_monitoring_is_found_out() -> None:
    if sys.version_info < (3, 12):
        return
    probes = worker("core._probes")
    sample = _watched("def f():\n    return 1\n")
    monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
    ours = next(tool for tool in range(6) if monitoring.get_tool(tool))
    event = monitoring.events.LINE

    def steal() -> None:
        monitoring.free_tool_id(ours)
        monitoring.use_tool_id(ours, "thief")

    def give_back() -> None:
        monitoring.free_tool_id(ours)

    for disturb, repaired in (
        (lambda: monitoring.free_tool_id(ours), True),
        (lambda: monitoring.register_callback(ours, event, None), True),
        (lambda: monitoring.register_callback(ours, event, lambda *words: 1 / 0), True),
        (steal, False),
        (give_back, True),
    ):
        _ran(disturb)
        assert probes.blindness() == ("the code uses sys.monitoring itself",), disturb
        if repaired:
            assert _ran(sample.f) == [1, 2], disturb
            assert probes.blindness() == (), disturb
        else:
            _ran(sample.f)
            assert probes.blindness() != ()


def monitoring_of_the_target_works() -> None:
    if sys.version_info < (3, 12):
        return
    sample = _watched("def f(n):\n    for i in range(n):\n        i += 1\n    return n\n")
    monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
    seen = []
    monitoring.use_tool_id(1, "theirs")
    monitoring.register_callback(1, monitoring.events.LINE, lambda code, line: seen.append(line))
    monitoring.set_events(1, monitoring.events.LINE)
    assert _ran(lambda: sample.f(100)) == [1, 2, 3, 4]
    monitoring.set_events(1, 0)
    assert seen.count(3) == 100
    assert _ran(lambda: sample.f(100)) == [1, 2, 3, 4]


def tracers_of_the_target_work() -> None:
    import cProfile
    import io
    import pstats

    sample = _watched("def f(n):\n    for i in range(n):\n        i += 1\n    return n\n")
    seen = []

    def trace(frame: Any, event: str, argument: object) -> Any:
        if frame.f_code.co_filename.endswith("sample.py") and event == "line":
            seen.append(frame.f_lineno)
        return trace

    def traced() -> None:
        sys.settrace(trace)
        sample.f(3)
        sys.settrace(None)

    assert _ran(traced) == [1, 2, 3, 4]
    assert seen == [2, 3, 2, 3, 2, 3, 2, 4]
    profile = cProfile.Profile()
    assert _ran(lambda: profile.runcall(sample.f, 3)) == [1, 2, 3, 4]
    out = io.StringIO()
    pstats.Stats(profile, stream=out).print_stats()
    assert "sample.py:1(f)" in out.getvalue()


def without_monitoring_to_be_had_probes_are_compiled_in() -> None:
    if sys.version_info >= (3, 12):
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
        for tool in range(6):
            monitoring.use_tool_id(tool, "theirs")
    sample = _watched("def f(n):\n    for i in range(n):\n        i += 1\n    return n\n")
    for _ in range(3):
        assert _ran(lambda: sample.f(100)) == [1, 2, 3, 4]
        assert _ran(lambda: sample.f(0)) == [1, 2, 4]


def _both(source: str) -> tuple[Any, Any]:
    """The module without probes, and with a probe on every line, both of the same file."""
    path = _written("sample", source)
    plain: Any = types.ModuleType("sample")
    plain.__file__ = path
    plain.__code_object__ = compile(source, path, "exec", dont_inherit=True)
    sys.modules["sample"] = plain
    exec(plain.__code_object__, vars(plain))  # noqa: S102
    probed: Any = types.ModuleType("sample")
    probed.__file__ = path
    probes, loader = worker("core._probes"), importlib.machinery.SourceFileLoader("sample", path)
    probes.watch({path: list(_EVERYTHING)})
    probed.__code_object__ = loader.get_code("sample")
    sys.modules["sample"] = probed
    exec(probed.__code_object__, vars(probed))  # noqa: S102
    return plain, probed


def _code_in(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _code_in(constant)


def _shown(module: Any, call: str) -> Any:
    """What a call gives, or its traceback down from here."""
    import traceback

    try:
        return repr(eval(call, vars(module)))  # noqa: S307
    except Exception as error:
        shown = traceback.TracebackException.from_exception(error)
        del shown.stack[0]
        return "".join(shown.format())


def _traced(module: Any, call: str) -> list[Any]:
    seen: list[Any] = []

    def trace(frame: Any, event: str, argument: object) -> Any:
        if not frame.f_code.co_filename.endswith("sample.py"):
            return None
        seen.append((frame.f_code.co_name, event, frame.f_lineno, sorted(frame.f_locals)))
        return trace

    code = compile(call, "call", "eval")
    sys.settrace(trace)
    try:
        with contextlib.suppress(Exception):
            eval(code, vars(module))  # noqa: S307
    finally:
        sys.settrace(None)
    return seen


def _parts_ran(source: str, call: str) -> list[str]:
    """The parts of expressions of `source` that run in a call, as written."""
    conditions = worker("core.conditions")
    text = _numbered(source)
    parts = {each.number: each.node for each in conditions.parts_in(ast.parse(text))}
    sample = _watched(text, [*_EVERYTHING, *parts])
    ran = _ran(lambda: eval(call, vars(sample)))  # noqa: S307 - of the test
    return [ast.unparse(parts[number]) for number in ran if number in parts]


def a_branch_on_a_line_that_runs_anyway_counts_only_when_it_runs() -> None:
    source = "def f(x):\n    return 'a' if x else (2 if x == 0 else x.y)\n"
    assert _parts_ran(source, "f(1)") == ["'a'"]


def the_other_branch_counts_with_the_inner_one_that_runs() -> None:
    source = "def f(x):\n    return 'a' if x else (2 if x == 0 else x.y)\n"
    assert _parts_ran(source, "f(0)") == ["2 if x == 0 else x.y", "2"]


def what_stands_behind_and_or_and_in_comparisons_counts_when_it_runs() -> None:
    source = "def f(x):\n    return x and x > 1 or 0 < x < 5\n"
    assert _parts_ran(source, "f(0)") == ["0 < x < 5"]


def what_a_comprehension_or_a_lambda_computes_counts_when_it_runs() -> None:
    source = """
def f(x):
    g = lambda y: y + 1
    return [g(y) for y in x], {y for y in x if y > 9}
"""
    assert _parts_ran(source, "f([1])") == ["y + 1", "g(y)"]


def parts_with_await_and_walrus_do_what_they_did() -> None:
    source = """
import asyncio
async def g():
    return 3
async def f(x):
    return (await g()) + (y := 1) + y if x else 0
"""
    assert _parts_ran(source, "asyncio.run(f(1))") == ["await g() + (y := 1) + y"]


def _came_to(source: str, *calls: str) -> set[tuple[str, bool]]:
    """What conditions of `source` come to in calls, which give what they gave before."""
    conditions = worker("core.conditions")
    text = _numbered(source)
    numbers = {
        conditions.with_truth(leaf.number, truth): (ast.unparse(leaf.node), truth)
        for leaf in conditions.leaves_in(ast.parse(text))
        for truth in (False, True)
    }
    sample = _watched(text, [*_EVERYTHING, *numbers])
    plain: dict[str, Any] = {}
    exec(text, plain)  # noqa: S102 - of the test
    found: set[tuple[str, bool]] = set()
    for call in calls:
        given: list[Any] = []
        ran = _ran(lambda: given.append(eval(call, vars(sample))))  # noqa: B023, S307 - called now
        assert given == [eval(call, plain)]  # noqa: S307 - of the test
        found.update(numbers[number] for number in ran if number in numbers)
    return found


def each_condition_of_a_test_notes_what_it_comes_to() -> None:
    source = "def f(x, y):\n    if x and not y or x == 3:\n        return 1\n    return 2\n"
    assert _came_to(source, "f(0, 0)") == {("x", False), ("x == 3", False)}
    assert _came_to(source, "f(1, 0)") == {("x", True), ("y", False)}
    assert _came_to(source, "f(3, 1)") == {("x", True), ("y", True), ("x == 3", True)}


def a_condition_is_asked_once_and_in_order() -> None:
    source = """
class Asked:
    def __init__(self, log, answer):
        self.log, self.answer = log, answer
    def __bool__(self):
        self.log.append(self.answer)
        return self.answer
def f():
    log = []
    if (a := Asked(log, False)) or Asked(log, True):
        log.append(a.answer)
    return log, [x for x in range(4) if x % 2 if x > 1], (1 if log else 2)
"""
    assert _came_to(source, "f()") >= {("x % 2", True), ("x % 2", False), ("log", True)}


def conditions_with_await_do_what_they_did() -> None:
    source = """
import asyncio
async def g():
    return 3
async def f():
    while (await g()) < 3 or not await g():
        pass
    return 1 if await g() else 2
"""
    assert _came_to(source, "asyncio.run(f())") == {
        ("await g() < 3", False),
        ("await g()", True),
    }
