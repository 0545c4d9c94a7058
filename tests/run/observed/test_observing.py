"""Is what tests do with changed functions seen on both sides?"""

from __future__ import annotations

import _thread
import pickle
import signal
import threading
import time
from pathlib import Path

import pytest
from tests.run.observed.projects import Two, two
from tests.worker.pythons import pythons

from swerve.model import DifferenceKind, Side
from swerve.observe.recipe import decode_call, python_of
from swerve.run.observed import PairObserved

SHOP = {
    "shop/__init__.py": "",
    "shop/cart.py": """\
import functools


class Cart:
    rate = 2

    def __init__(self, items):
        self.items = list(items)
        self.seen = 0

    def total(self, discount=0):
        self.seen += 1
        return sum(self.items) - discount

    @property
    def size(self):
        return len(self.items)

    @classmethod
    def empty(cls, *rest):
        return cls([])

    @staticmethod
    def double(x):
        return x * 2

    @functools.lru_cache
    def slow(self, x):
        return x + 1


def lines(cart):
    for item in cart.items:
        yield f"{item:d}"


async def fetch(x):
    return x + 1


async def stream(n):
    for i in range(n):
        yield i
""",
}
TESTS = {
    "conftest.py": """\
import pytest
from shop.cart import Cart

@pytest.fixture
def cart():
    return Cart([1, 2])
""",
    "tests/test_cart.py": """\
import asyncio
import pytest
from shop.cart import Cart, lines, fetch, stream

def test_total(cart):
    assert cart.total() > 0

@pytest.mark.parametrize("discount", [1, 2])
def test_discount(cart, discount):
    assert cart.total(discount=discount) is not None

class TestCart:
    def test_size(self, cart):
        assert cart.size

def test_empty():
    assert Cart.empty(1).items is not None

def test_double():
    assert Cart.double(4)

def test_slow(cart):
    assert cart.slow(3) == cart.slow(3)

def test_lines(cart):
    assert len(list(lines(cart))) == 2

def test_fetch():
    assert asyncio.run(fetch(1))

async def _all(items):
    return [each async for each in items]

def test_stream():
    assert len(asyncio.run(_all(stream(3)))) == 3
""",
}

_EDITS = {
    "Cart.total": ("sum(self.items) - discount", "sum(self.items) - discount * 3"),
    "Cart.__init__": ("list(items)", "[*items]"),
    "Cart.size": ("return len(self.items)", "return len(self.items) + 5"),
    "Cart.empty": ("return cls([])", "return cls([*rest])"),
    "Cart.double": ("return x * 2", "return x * 3"),
    "Cart.slow": ("return x + 1\n\n\ndef", "return x + 2\n\n\ndef"),
    "lines": ("{item:d}", "{item:3d}"),
    "fetch": ("return x + 1\n\n\nasync", "return x + 5\n\n\nasync"),
    "stream": ("yield i\n", "yield i * 2\n"),
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> dict[str, PairObserved]:
    folder = tmp_path_factory.mktemp("shop")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SWERVE_CACHE", str(folder / "cache"))
        project = two(folder, {**SHOP, **TESTS}, list(_EDITS.values()))
        observations = project.observe()
    assert pickle.loads(pickle.dumps(observations)) == observations  # noqa: S301 - our own
    assert len(pickle.dumps(observations)) < 2000
    assert observations.notes == ("ran 1 of 1 test files",)
    return {pair.name: observations.of(pair.id) for pair in project.pairs}


def _pythons(observed: PairObserved) -> list[str]:
    return [python_of(decode_call(each.recipe)).expression for each in observed.recorded]


def test_a_difference_that_no_assertion_looks_at_is_seen(shop: dict[str, PairObserved]) -> None:
    found = shop["Cart.double"]
    (differing,) = found.differing
    assert differing.test == "tests/test_cart.py::test_double"
    assert differing.call == "Cart.double(4)"
    assert (differing.different.kind, differing.different.old, differing.different.new) == (
        DifferenceKind.RETURN,
        "8",
        "12",
    )
    assert found.flips == ()


def test_parametrised_tests_are_told_apart(shop: dict[str, PairObserved]) -> None:
    tests = [f"tests/test_cart.py::test_discount[{n}]" for n in (1, 2)]
    assert shop["Cart.total"].tests == 3
    assert set(tests) <= {each.test for each in shop["Cart.total"].recorded}


def test_calls_of_all_kinds_can_be_made_again(shop: dict[str, PairObserved]) -> None:
    assert "Cart([1, 2])" in _pythons(shop["Cart.__init__"])
    assert "Cart.empty(1)" in _pythons(shop["Cart.empty"])
    assert "Cart.double(4)" in _pythons(shop["Cart.double"])
    assert _pythons(shop["fetch"]) == ["fetch(1)"]
    assert _pythons(shop["stream"]) == ["stream(3)"]
    assert any("size" in each for each in _pythons(shop["Cart.size"]))


def test_generators_and_coroutines_are_compared(shop: dict[str, PairObserved]) -> None:
    assert shop["lines"].differing[0].different.path == "result[0]"
    assert shop["fetch"].differing[0].different.new == "6"
    assert shop["stream"].differing[0].different.path == "result[1]"


def test_lines_that_ran_are_known(shop: dict[str, PairObserved]) -> None:
    assert len(shop["Cart.double"].reached_old) == 1
    assert len(shop["Cart.double"].reached_new) == 1


def _project(folder: Path, source: str, test: str, edits: list[tuple[str, str]]) -> Two:
    return two(folder, {"app.py": source, "test_app.py": f"import app\n{test}"}, edits)


@pytest.mark.slow
def test_tests_that_fail_on_old_are_set_aside(tmp_path: Path) -> None:
    source = "def f(x):\n    return x + 1\n"
    test = "def test_bad():\n    assert app.f(1) == 9\n\ndef test_good():\n    app.f(1)\n"
    found = _project(tmp_path, source, test, [("x + 1", "x + 2")]).observed()
    assert found.set_aside == ("test_app.py::test_bad",)
    assert [each.test for each in found.differing] == ["test_app.py::test_good"]
    assert {each.test for each in found.recorded} == {"test_app.py::test_good"}


@pytest.mark.slow
def test_tests_that_flip_are_told(tmp_path: Path) -> None:
    test = "def test_it():\n    assert app.f(1) == 2\n"
    found = _project(tmp_path, "def f(x):\n    return x + 1\n", test, [("+ 1", "+ 2")]).observed()
    (flip,) = found.flips
    assert (flip.test, flip.passes_on) == ("test_app.py::test_it", Side.OLD)
    assert "assert 3 == 2" in flip.why or "AssertionError" in flip.why
    assert flip.says[0] == "unintended"


@pytest.mark.slow
@pytest.mark.parametrize(
    "expression",
    [
        pytest.param("__import__('time').time()", id="time"),
        pytest.param("__import__('os').urandom(4)", id="randomness"),
        pytest.param("id(object())", id="addresses"),
        pytest.param("list({'a', 'b', 'c', 'd', 'e', 'f'})", id="hashes"),
        pytest.param("__import__('os').getpid()", id="processes"),
    ],
)
def test_what_differs_between_runs_of_old_is_no_difference(tmp_path: Path, expression: str) -> None:
    source = f"def f(x):\n    return [x, {expression}]\n"
    edits = [(f"[x, {expression}]", f"[x, {expression}, ][:]")]
    found = _project(tmp_path, source, "def test_it():\n    app.f(1)\n", edits).observed()
    assert found.tests == 1
    assert found.differing == ()


@pytest.mark.slow
def test_a_difference_beside_noise_is_one(tmp_path: Path) -> None:
    source = "import os\n\ndef f(x):\n    return [os.urandom(4), x]\n"
    test = "def test_it():\n    app.f(1)\n"
    found = _project(tmp_path, source, test, [("4), x]", "4), x + 1]")]).observed()
    assert found.differing[0].different.path == "result[1]"


@pytest.mark.slow
def test_the_tests_of_both_sides_run_on_both(tmp_path: Path) -> None:
    """A test that was changed with the code would hide what changed."""
    old = {"app.py": "def f(x):\n    return x\n", "test_app.py": "import app\ndef test_it():\n"}
    old["test_app.py"] += "    assert app.f(1)\n"
    new = {"test_app.py": "import app\ndef test_it():\n    assert app.f(5)\n"}
    found = two(tmp_path, old, [("return x", "return x + 1")], new=new).observed()
    assert [each.call for each in found.differing] == ["f(5)", "f(1)"]
    assert _pythons(found) == ["f(5)", "f(1)"]


def test_new_tests_give_calls_too(tmp_path: Path) -> None:
    old = {"app.py": "def f(x):\n    return x\n", "tests/test_a.py": "def test_no():\n    pass\n"}
    new = {"tests/test_b.py": "import app\ndef test_it():\n    assert app.f(7) == 8\n"}
    found = two(tmp_path, old, [("return x", "return x + 1")], new=new).observed()
    assert _pythons(found) == ["f(7)"]
    assert [each.test for each in found.recorded] == ["tests/test_b.py::test_it"]


@pytest.mark.slow
def test_what_a_test_set_up_is_shown_in_the_test(tmp_path: Path) -> None:
    source = "LIMIT = 0\n\ndef f(x):\n    return x > LIMIT\n"
    test = "def test_it(monkeypatch):\n    monkeypatch.setattr(app, 'LIMIT', 5)\n    app.f(5)\n"
    project = _project(tmp_path, source, test, [("x > LIMIT", "x >= LIMIT")])
    (differing,) = project.observed().differing
    assert (differing.call, differing.different.old, differing.different.new) == (
        "f(5)",
        "False",
        "True",
    )


@pytest.mark.slow
def test_state_of_a_receiver_is_what_it_is_before_the_call(tmp_path: Path) -> None:
    source = """\
class Counter:
    def __init__(self):
        self.n = 0
    def up(self):
        self.n += 1
        return self.n
"""
    test = "def test_it():\n    c = app.Counter()\n    assert [c.up() for _ in range(3)]\n"
    project = _project(tmp_path, source, test, [("return self.n\n", "return self.n % 3\n")])
    found = project.observed()
    (differing,) = found.differing
    assert differing.call == "Counter(n=2).up()"
    assert (found.alike, differing.number) == (2, 3)


@pytest.mark.slow
def test_functions_inside_others_are_seen(tmp_path: Path) -> None:
    source = "def outer(n):\n    def inner(x):\n        return x + n\n    return inner(1)\n"
    test = "def test_it():\n    app.outer(3)\n"
    project = _project(tmp_path, source, test, [("x + n", "x - n")])
    (pair,) = [each for each in project.pairs if "inner" in each.name]
    found = project.observe().of(pair.id)
    assert found.differing[0].different.old == "4"
    assert found.recorded == ()


@pytest.mark.slow
def test_what_a_function_finds_around_it_is_a_part_of_the_call(tmp_path: Path) -> None:
    """Else the difference would be said to be of the inner function, which did not change."""
    source = """\
def outer(n):
    items = [n]
    def inner():
        return items[-1]
    items.append(n + 1)
    return inner()
"""
    test = "def test_it():\n    app.outer(3)\n"
    edits = [("n + 1", "n + 2"), ("items[-1]", "items[-1:][0]")]
    project = _project(tmp_path, source, test, edits)
    observations = project.observe()
    found = {pair.name: observations.of(pair.id) for pair in project.pairs}
    assert len(found["outer"].differing) == 1
    assert found["outer.<locals>.inner"].tests == 1
    assert found["outer.<locals>.inner"].differing == ()


@pytest.mark.slow
def test_a_test_that_ends_the_process_costs_only_itself(tmp_path: Path) -> None:
    source = "def f(x):\n    return x\n"
    test = (
        "import os\ndef test_a():\n    app.f(1)\ndef test_b():\n    app.f(2)\n    os._exit(3)\n"
        "def test_c():\n    app.f(3)\n"
    )
    project = _project(tmp_path, source, test, [("return x", "return x + 1")])
    observations = project.observe()
    found = observations.of(project.pair().id)
    assert {"f(1)", "f(3)"} <= {each.call for each in found.differing}
    assert "ended the process in test_b" in " ".join(observations.notes)


@pytest.mark.slow
def test_a_test_that_hangs_takes_no_more_than_its_time(tmp_path: Path) -> None:
    source = "def f(x):\n    return x\n"
    test = "def test_a():\n    app.f(1)\ndef test_b():\n    while True:\n        pass\n"
    project = _project(tmp_path, source, test, [("return x", "return x + 1")])
    began = time.monotonic()
    found = project.observed(seconds=12)
    assert [each.call for each in found.differing] == ["f(1)"]
    assert time.monotonic() - began < 40


@pytest.mark.slow
def test_a_broken_conftest_costs_only_tests_that_need_it(tmp_path: Path) -> None:
    files = {
        "app.py": "def f(x):\n    return x\n",
        "a/conftest.py": "raise RuntimeError('no')\n",
        "a/test_a.py": "import app\ndef test_it():\n    app.f(1)\ndef test_x(x):\n    app.f(3)\n",
        "b/test_b.py": "import app\ndef test_it():\n    app.f(2)\n",
    }
    project = two(tmp_path, files, [("return x", "return x + 1")])
    assert {each.call for each in project.observed().differing} == {"f(1)", "f(2)"}


@pytest.mark.slow
def test_nothing_but_broken_tests_is_trouble(tmp_path: Path) -> None:
    project = _project(
        tmp_path, "def f(x):\n    return x\n", "import nowhere\n", [("return x", "return -x")]
    )
    assert "No module named 'nowhere'" in project.observe().trouble


@pytest.mark.slow
def test_unrelated_tests_never_run(tmp_path: Path) -> None:
    files = {
        "app.py": "def f(x):\n    return x\n",
        "other.py": "def g():\n    return 1\n",
        "tests/test_app.py": "import app\ndef test_it():\n    app.f(1)\n",
        "tests/test_other.py": "import other\nraise SystemExit('must not be imported')\n",
    }
    observations = two(tmp_path, files, [("return x", "return x + 1")]).observe()
    assert observations.notes == ("ran 1 of 2 test files",)


@pytest.mark.slow
def test_the_second_time_only_tests_that_touch_run(tmp_path: Path) -> None:
    files = {
        "app.py": "def f(x):\n    return x\n\n\ndef g(x):\n    return x\n",
        "test_a.py": "import app\ndef test_f():\n    app.f(1)\ndef test_g():\n    app.g(1)\n",
        "test_b.py": "import app\ndef test_g():\n    app.g(2)\n",
    }
    first = two(tmp_path / "1", files, [("f(x):\n    return x", "f(x):\n    return x + 1")])
    assert first.observe().notes == ("ran 2 of 2 test files",)
    second = two(tmp_path / "2", files, [("f(x):\n    return x", "f(x):\n    return x + 2")])
    observations = second.observe()
    assert observations.notes == ("ran 1 of 2 test files",)
    assert [each.call for each in observations.of(second.pair().id).differing] == ["f(1)"]
    unused = {**files, "app.py": files["app.py"] + "\n\ndef h():\n    return 1\n"}
    for _ in range(2):
        nobody = two(tmp_path / "h", unused, [("return 1", "return 2")]).observe()
        assert nobody.trouble == ""
    assert nobody.notes == ("ran 0 of 2 test files",)
    third = two(tmp_path / "3", files, [("g(x):\n    return x", "g(x):\n    return x + 2")])
    assert {each.call for each in third.observed().differing} == {"g(1)", "g(2)"}


@pytest.mark.slow
def test_moved_and_renamed_functions_are_matched(tmp_path: Path) -> None:
    old = {
        "app.py": "def first(value):\n    return [value, value, 'some text']\n",
        "test_app.py": "import app\ndef test_it():\n    app.first(1)\n",
    }
    new = {
        "app.py": "from lib import first\n",
        "lib.py": "def first(value):\n    return [value, value, 'other text']\n",
    }
    found = two(tmp_path, old, new=new).observed()
    assert [each.call for each in found.differing] == ["first(1)"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "python", [*pythons(), ""], ids=lambda path: path.partition("versions/")[2]
)
def test_unittest_suites_run(tmp_path: Path, python: str) -> None:
    """With pytest, and in interpreters of all versions that have none."""
    files = {
        "app.py": "def f(x):\n    return x\n",
        "tests/__init__.py": "",
        "tests/test_app.py": """\
import unittest
import app

class TestIt(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.value = 4

    def test_f(self):
        for n in (1, 2):
            with self.subTest(n=n):
                self.assertTrue(app.f(n))

    def test_value(self):
        self.assertTrue(app.f(self.value))

    def test_fails(self):
        self.assertEqual(app.f(1), 9)

    @unittest.skip("not now")
    def test_skipped(self):
        app.f(5)

class TestAsync(unittest.IsolatedAsyncioTestCase):
    async def test_f(self):
        self.assertEqual(app.f(7), 7)
""",
    }
    edits = [("return x", "return x + 1")]
    found = two(tmp_path, files, edits, python=python).observed()
    assert found.set_aside == ("tests/test_app.py::TestIt::test_fails",)
    assert {each.test for each in found.recorded} == {
        "tests/test_app.py::TestIt::test_f",
        "tests/test_app.py::TestIt::test_value",
        "tests/test_app.py::TestAsync::test_f",
    }
    assert found.flips[0].test == "tests/test_app.py::TestAsync::test_f"
    assert {each.call for each in found.differing} >= {"f(1)", "f(2)"}


@pytest.mark.slow
def test_lies_in_the_log_do_no_harm(tmp_path: Path) -> None:
    test = """
import os
LINES = [
    b"[", b"[]", b"[[]]", b"3", b"null", b'["call"]', b'["call", 0, "t", 1]', b"[" * 100000,
    b'["call", 0, "t", 1, "!!", "returned", "AA==", null]',
    b'["call", 0, "test_app.py::test_it", 1, "AQE=", "returned", "AA==", "[1]"]',
    b'["call", 99999, "t", 1, "AA==", "raised", "AA==", "x"]',
    b'["call", -1, "t", 1e99, "AA==", "raised", "AA==", "x"]',
    b'["result", "test_app.py::test_it", "passed", "", NaN]',
    b'["result", 1, 2, 3, 4]', b'["ran", "x", [1, "a", null, 99999999]]',
    b'["lines", 0, [1, "a", 1e9]]', b'["lines", 7, [1]]', b'["function", 1, 2, 3]',
    b'["function", 1, "../../x", "y"]', b'["begins", 4]', b'["over", 0, true]', b'["ready"]',
    b'["finished", "../x"]', b'["broken", "y", "z"]', b'["test", "a", "b"]',
    b'["call", 0, "u", 1, "AQE=", "returned", "AQE=", "\\\\ud800"]',
]
def test_it():
    app.f(1)
    for number in range(3, 1024):
        try:
            os.write(number, b"\\n" + b"\\n".join(LINES) + b"\\n")
        except OSError:
            pass
"""
    project = _project(tmp_path, "def f(x):\n    return x\n", test, [("return x", "return x + 1")])
    findings = project.investigate()
    assert findings.evidence.engine == "replay"


@pytest.mark.slow
def test_ctrl_c_ends_the_tests(tmp_path: Path) -> None:
    test = "import time\n\ndef test_it():\n    app.f(1)\n    time.sleep(500)\n"
    project = _project(tmp_path, "def f(x):\n    return x\n", test, [("return x", "return +x")])
    started = time.monotonic()
    timer = threading.Timer(3.0, _thread.interrupt_main)
    # Shells start what runs behind them with Ctrl-C ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            project.observed(seconds=600.0)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - started < 200


@pytest.mark.slow
def test_a_test_that_comes_with_the_change_and_fails_before_it_was_meant(tmp_path: Path) -> None:
    app = "class Thing:\n    def __init__(self, size):\n        self.size = size\n\n"
    app += "def fits(thing, room):\n    return thing.size < room\n\n"
    app += "def name_of(thing):\n    return 'thing'\n"
    test = "import app\nfrom unittest import mock\n\ndef test_before():\n    pass\n"
    came = "\ndef test_full():\n    thing = mock.Mock(size=4)\n    assert app.name_of(thing)\n"
    came += "    assert app.fits(thing, 4)\n"
    edits = [("thing.size < room", "thing.size <= room"), ("'thing'", "'th' 'ing'")]
    changed = two(
        tmp_path, {"app.py": app, "test_app.py": test}, edits, new={"test_app.py": test + came}
    )
    found = changed.observed("fits")
    (flip,) = found.flips
    assert (flip.test, flip.passes_on, flip.is_edited) == ("test_app.py::test_full", Side.NEW, True)
    assert flip.says[0] == "intended"
    other = changed.observed("name_of")
    assert (other.flips, other.unexplained, other.alike) == ((), (), 1)


@pytest.mark.slow
@pytest.mark.parametrize(("wanted", "judgement"), [("[]", "intended"), ("[7]", "unintended")])
def test_an_edited_test_speaks_for_a_change_that_passes_it(
    wanted: str, judgement: str, tmp_path: Path
) -> None:
    """As it was it fails now; that was meant unless it fails as it is, too."""
    app = "def half(items):\n    return items[: len(items) // 2]\n"
    test = "import app\n\ndef test_half():\n    assert app.half([1, 2, 3]) == [1]\n"
    changed = two(
        tmp_path,
        {"app.py": app, "test_app.py": test},
        [("// 2", "// 4")],
        new={"test_app.py": test.replace("[1]", wanted)},
    )
    says = {flip.says[0] for flip in changed.observed("half").flips}
    assert says == {judgement}


@pytest.mark.slow
def test_a_call_that_only_one_side_takes_is_to_blame(tmp_path: Path) -> None:
    app = "def f(x):\n    return x\n\ndef g(x):\n    return [x]\n"
    test = "import app\n\ndef test_it():\n    assert app.g(app.f(1, y=2)) == [3]\n"
    edits = [("def f(x):\n    return x", "def f(x, y=0):\n    return x + y"), ("[x]", "[x, ][:]")]
    changed = two(tmp_path, {"app.py": app}, edits, new={"test_app.py": test})
    assert [each.test for each in changed.observed("f").flips] == ["test_app.py::test_it"]
    assert changed.observed("g").flips == ()


_RETRY = """\
class Retry:
    def __init__(self, crawler):
        self.most = crawler.get("most")

    def again(self, request):
        most = self.most
        if "most" in request.meta:
            most = request.meta["most"]
        return request.meta.get("times", 0) < most
"""
_RETRY_TEST = """\
from unittest import mock
import app

def test_again():
    crawler = mock.MagicMock()
    crawler.get.return_value = 3
    assert app.Retry(crawler).again(mock.Mock(meta={"times": 1}))
"""
_SIMPLER = (
    'most = self.most\n        if "most" in request.meta:\n'
    '            most = request.meta["most"]\n',
    'most = request.meta.get("most") or self.most\n',
)


@pytest.mark.slow
def test_calls_are_varied_where_they_happen(tmp_path: Path) -> None:
    project = two(tmp_path, {"app.py": _RETRY, "test_app.py": _RETRY_TEST}, [_SIMPLER])
    found = project.observed("Retry.again")
    assert (found.differing, found.flips) == ((), ())
    assert found.varied_alike > 5
    told = {
        each.varied: (each.different.old, each.different.new) for each in found.varied_differing
    }
    assert told["`request.meta['most']` 0"] == ("False", "True")


@pytest.mark.slow
def test_what_is_varied_leaves_no_traces(tmp_path: Path) -> None:
    app = "def f(place, count):\n    found = sorted(each.name for each in place.iterdir())\n"
    app += "    for n in range(count):\n        (place / f'{n}').write_text('')\n"
    app += "    print(count)\n    return [*found, count]\n"
    test = "import app\n\ndef test_it(tmp_path, capfd):\n    assert app.f(tmp_path, 2) == [2]\n"
    test += "    assert len(list(tmp_path.iterdir())) == 2\n"
    test += "    assert capfd.readouterr().out == '2\\n'\n"
    edits = [("[*found, count]", "[*found, count if count else -1]")]
    found = two(tmp_path, {"app.py": app, "test_app.py": test}, edits).observed()
    assert found.tests == 1
    assert found.set_aside == ()
    assert [each.varied for each in found.varied_differing] == ["`count` 0 instead of 2"]


@pytest.mark.slow
def test_a_name_that_only_one_side_has_keeps_no_other_test_from_running(tmp_path: Path) -> None:
    app = "def f(x):\n    return x\n"
    test = "from app import f, more\n\ndef test_f():\n    assert f(1) == 2\n\n"
    test += "def test_more():\n    assert more() + f(1) == 3\n"
    edits = [("return x\n", "return x + 1\n\ndef more():\n    return 1\n")]
    found = two(tmp_path, {"app.py": app}, edits, new={"test_app.py": test}).observed("f")
    assert [each.test for each in found.flips] == ["test_app.py::test_f"]
