"""Does the replay engine find what tests show, and hand on what they do?"""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from tests.run.observed.projects import Two, two

from swerve.model import DifferenceKind, Realism, Verdict
from swerve.observe.recipe import decode_call, python_of


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))


def _project(folder: Path, source: str, test: str, edits: list[tuple[str, str]]) -> Two:
    return two(folder, {"app.py": source, "test_app.py": f"import app\n{test}"}, edits)


ORDER = """\
class Order:
    def __init__(self, items, currency="EUR"):
        self.items = list(items)
        self.currency = currency
        self.paid = False

    def pay(self):
        self.paid = True

    def total(self, rate=1):
        found = sum(self.items) * rate
        return found if self.paid else None
"""


@pytest.mark.slow
def test_a_call_of_a_test_is_a_witness_that_can_be_pasted(tmp_path: Path) -> None:
    test = "def test_it():\n    o = app.Order([1, 2])\n    o.pay()\n    assert o.total(rate=2)\n"
    project = _project(tmp_path, ORDER, test, [("* rate\n", "* rate + 1\n")])
    findings = project.investigate()
    assert findings.verdict is Verdict.CHANGED
    witness = findings.witnesses[0]
    assert (witness.engine, witness.realism, witness.test) == (
        "replay",
        Realism.OBSERVED,
        "test_app.py::test_it",
    )
    assert (witness.kind, witness.old, witness.new) == (DifferenceKind.RETURN, "6", "7")
    assert "Order(" in witness.python
    assert decode_call(witness.recipe.encode()).target.qualname == "Order.total"
    assert findings.evidence.reached_old == findings.evidence.reached_new == 1
    assert "ran 1 of 1 test files" in findings.evidence.note


@pytest.mark.slow
def test_calls_are_handed_on_with_their_test(tmp_path: Path) -> None:
    test = "def test_it():\n    assert [app.f(n) for n in (1, 2)] == [1, 2]\n"
    project = _project(tmp_path, "def f(x):\n    return x\n", test, [("return x", "return x + 0")])
    findings = project.investigate()
    assert findings.verdict is None
    seeds = findings.learned.calls
    assert [str(python_of(decode_call(seed.call)).expression) for seed in seeds] == ["f(1)", "f(2)"]
    assert {seed.origin for seed in seeds} == {"test_app.py::test_it"}
    assert {seed.realism for seed in seeds} == {Realism.OBSERVED}
    assert "no difference in 2 calls that one test made" in findings.evidence.note
    assert findings.learned.types == (("x", "int"),)
    assert findings.otherwise == (
        "changed code ran in 2 calls that one test made, with equal results"
    )


def test_calls_that_do_not_reach_the_change_say_nothing(tmp_path: Path) -> None:
    source = "def f(x):\n    if x > 5:\n        return 1\n    return 0\n"
    test = "def test_it():\n    assert app.f(1) == 0\n"
    findings = _project(tmp_path, source, test, [("return 1", "return 2")]).investigate()
    assert findings.verdict is None
    assert findings.otherwise == ""


@pytest.mark.slow
def test_what_only_the_test_shows_names_the_test(tmp_path: Path) -> None:
    source = "LIMIT = 0\n\ndef f(x):\n    return x > LIMIT\n"
    test = "def test_it(monkeypatch):\n    monkeypatch.setattr(app, 'LIMIT', 5)\n    app.f(5)\n"
    findings = _project(tmp_path, source, test, [("x > LIMIT", "x >= LIMIT")]).investigate()
    (witness,) = findings.witnesses
    assert (witness.recipe, witness.test) == ("", "test_app.py::test_it")
    assert witness.call == "f(5)  # call 1 in test_app.py::test_it"


@pytest.mark.slow
def test_output_that_tests_do_not_see_is_compared(tmp_path: Path) -> None:
    source = "def f(x):\n    print('one', x)\n"
    test = "def test_it():\n    app.f(1)\n"
    findings = _project(tmp_path, source, test, [("'one'", "'two'")]).investigate()
    assert findings.witnesses[0].kind is DifferenceKind.OUTPUT


@pytest.mark.slow
def test_large_calls_get_a_smaller_one_beside_them(tmp_path: Path) -> None:
    test = "def test_it():\n    app.f(list(range(100)), [{'a': 1, 'b': [2, 3]}] * 9)\n"
    source = "def f(x, y):\n    return len(x) > 3\n"
    findings = _project(tmp_path, source, test, [("> 3", "> 4")]).investigate()
    assert findings.verdict is None  # a hundred is more than either
    test = "def test_it():\n    app.f([1, 2, 3, 4], [{'a': 1, 'b': ['some', 'text']}] * 9)\n"
    findings = _project(tmp_path / "2", source, test, [("> 3", "> 4")]).investigate()
    observed, small = findings.witnesses
    assert (observed.realism, small.realism) == (Realism.OBSERVED, Realism.TYPED)
    assert len(small.call) < len(observed.call) / 2


@pytest.mark.slow
def test_a_function_that_no_test_calls_is_left_open(tmp_path: Path) -> None:
    project = _project(
        tmp_path,
        "def f(x):\n    return x\n",
        "def test_it():\n    pass\n",
        [("return x", "return 1")],
    )
    findings = project.investigate()
    assert findings.verdict is None
    assert findings.evidence.note == "no test calls it (ran 1 of 1 test files)"


@pytest.mark.slow
def test_flips_and_tests_that_were_set_aside_are_noted(tmp_path: Path) -> None:
    test = "def test_a():\n    assert app.f(1) == 1\ndef test_b():\n    assert app.f(1) == 5\n"
    project = _project(tmp_path, "def f(x):\n    return x\n", test, [("return x", "return x * 2")])
    note = project.investigate().evidence.note
    assert "passes on old and fails on new: test_app.py::test_a" in note
    assert "set aside, failing on both: test_app.py::test_b" in note


@pytest.mark.slow
def test_a_class_that_moved_is_called_where_it_is(tmp_path: Path) -> None:
    body = """\
class Cart:
    def __init__(self, items):
        self.items = items

    def total(self, discount):
        found = 0
        for item in self.items:
            found += item
        return found {} discount
"""
    old = {
        "app.py": body.format("-"),
        "test_app.py": "from app import Cart\ndef test_it():\n    Cart([4]).total(1)\n",
    }
    new = {"app.py": "from lib import Cart\n", "lib.py": body.format("+")}
    project = two(tmp_path, old, new=new)
    findings = project.investigate("Cart.total")
    assert findings.witnesses[0].call == "Cart(items=[4]).total(1)"
    assert (findings.witnesses[0].old, findings.witnesses[0].new) == ("3", "5")


@pytest.mark.slow
def test_the_engine_travels(tmp_path: Path) -> None:
    project = _project(
        tmp_path,
        "def f(x):\n    return x\n",
        "def test_it():\n    app.f(1)\n",
        [("return x", "return 2")],
    )
    engine = project.engine(project.observe())
    assert pickle.loads(pickle.dumps(engine)) == engine  # noqa: S301 - our own


@pytest.mark.slow
def test_what_stands_in_the_way_of_all_tests_is_told(tmp_path: Path) -> None:
    project = _project(
        tmp_path, "def f(x):\n    return x\n", "import nowhere\n", [("return x", "return -x")]
    )
    note = project.investigate().evidence.note
    assert note.startswith("not run: no test could be run")
