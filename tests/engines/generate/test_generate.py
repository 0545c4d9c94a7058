"""What does the engine say that calls a pair in its project?"""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.engines.generate.trees import SECONDS, found_by
from tests.sampling import sampled

from swerve.engines import Budget
from swerve.engines.generate import GenerateAlone
from swerve.engines.generate._alone import missing_import
from swerve.engines.generate._generate import findings_of
from swerve.engines.generate._search import SearchTally
from swerve.engines.guided import bare_places
from swerve.model import DifferenceKind, Findings, Module, Realism, Verdict
from swerve.observe.recipe import Name, decode_call
from swerve.run.sandbox import choose_level
from swerve.run.workspace import Workspace
from swerve.source import FileVersions, RawChange, pair_up

#: Old text, new text, the function, and a part of the call that shows the difference.
_CHANGED = {
    "a constant that is compared with": (
        "def size(n):\n    if n > 10:\n        return 'large'\n    return 'small'\n",
        "def size(n):\n    if n > 20:\n        return 'large'\n    return 'small'\n",
        "size",
        "size(1",
    ),
    "a text in a comparison": (
        "def kind(word):\n    return 1 if word == 'needle' else 0\n",
        "def kind(word):\n    return 2 if word == 'needle' else 0\n",
        "kind",
        'kind("needle")',
    ),
    "a method": (
        "class Cart:\n    def __init__(self):\n        self.items = []\n"
        "    def add(self, price):\n        self.items.append(price)\n"
        "    def total(self):\n        return sum(self.items)\n",
        "class Cart:\n    def __init__(self):\n        self.items = []\n"
        "    def add(self, price):\n        self.items.append(price)\n"
        "    def total(self):\n        return sum(self.items[1:])\n",
        "Cart.total",
        "cart.add(",
    ),
    "a property": (
        "class Box:\n    def __init__(self, w, h):\n        self.w = w\n        self.h = h\n"
        "    @property\n    def area(self):\n        return self.w * self.h\n",
        "class Box:\n    def __init__(self, w, h):\n        self.w = w\n        self.h = h\n"
        "    @property\n    def area(self):\n        return self.w + self.h\n",
        "Box.area",
        ".area",
    ),
    "what sets a property": (
        "class Box:\n    def __init__(self):\n        self._w = 1\n"
        "    @property\n    def w(self):\n        return self._w\n"
        "    @w.setter\n    def w(self, width):\n        self._w = width\n",
        "class Box:\n    def __init__(self):\n        self._w = 1\n"
        "    @property\n    def w(self):\n        return self._w\n"
        "    @w.setter\n    def w(self, width):\n        self._w = max(width, 3)\n",
        "Box.w",
        'setattr(Box(), "w"',
    ),
    "a constructor": (
        "class Box:\n    def __init__(self, side=1):\n        self.side = side * 2\n",
        "class Box:\n    def __init__(self, side=1):\n        self.side = side * 3\n",
        "Box.__init__",
        "Box(",
    ),
    "a class method": (
        "class Box:\n    def __init__(self, side):\n        self.side = side\n"
        "    @classmethod\n    def unit(cls):\n        return cls(1)\n",
        "class Box:\n    def __init__(self, side):\n        self.side = side\n"
        "    @classmethod\n    def unit(cls):\n        return cls(2)\n",
        "Box.unit",
        "Box.unit()",
    ),
    "a function inside another": (
        "def outer(rows):\n    def inner(row):\n        return row + 1\n"
        "    return [inner(row) for row in rows]\n",
        "def outer(rows):\n    def inner(row):\n        return row + 2\n"
        "    return [inner(row) for row in rows]\n",
        "outer.<locals>.inner",
        "outer([",
    ),
    "a coroutine": (
        "async def answer(n):\n    return n * 2\n",
        "async def answer(n):\n    return n * 3\n",
        "answer",
        "answer(",
    ),
    "a generator": (
        "def numbers(n):\n    for i in range(n):\n        yield i\n",
        "def numbers(n):\n    for i in range(1, n):\n        yield i\n",
        "numbers",
        "numbers(1)",
    ),
    "an argument after the call": (
        "def push(stack, item):\n    stack.append(item)\n",
        "def push(stack, item):\n    stack.insert(0, item)\n",
        "push",
        "push([",
    ),
    "an exception": (
        "def first(rows):\n    if not rows:\n        raise ValueError('empty')\n"
        "    return rows[0]\n",
        "def first(rows):\n    if not rows:\n        raise LookupError('empty')\n"
        "    return rows[0]\n",
        "first",
        "first(",
    ),
    "a keyword": (
        "def joined(words, *, sep=','):\n    return sep.join(words)\n",
        "def joined(words, *, sep=','):\n    return sep.join(words) if sep != ';' else ''\n",
        "joined",
        "sep=",
    ),
    "a declared class": (
        "from dataclasses import dataclass\n\n@dataclass\nclass Item:\n    price: int\n\n"
        "def cost(items: list[Item]) -> int:\n    return sum(i.price for i in items)\n",
        "from dataclasses import dataclass\n\n@dataclass\nclass Item:\n    price: int\n\n"
        "def cost(items: list[Item]) -> int:\n    return sum(abs(i.price) for i in items)\n",
        "cost",
        "Item(",
    ),
}


def test_differences_of_several_manners_are_shown(tmp_path: Path) -> None:
    old = "def f(n: int):\n    if n > 1:\n        raise ValueError(n)\n    return n\n"
    new = "def f(n: int):\n    if n > 1:\n        return n\n    return n + 1\n"
    findings = found_by("generate", tmp_path, {"shop.py": old}, {"shop.py": new})["f"]
    assert {each.kind for each in findings.witnesses} == {
        DifferenceKind.RETURN,
        DifferenceKind.EXCEPTION,
    }


@pytest.mark.parametrize("case", sampled(_CHANGED, 5))
def test_a_change_is_found_and_shown_with_a_small_call(case: str, tmp_path: Path) -> None:
    old, new, name, part = _CHANGED[case]
    findings = found_by("generate", tmp_path, {"shop.py": old}, {"shop.py": new})[name]
    assert findings.verdict is Verdict.CHANGED, findings
    witness, *_ = findings.witnesses
    assert witness.realism is Realism.TYPED
    assert part in witness.call
    assert len(witness.call) < 80
    compile(witness.python, "witness", "exec")
    assert "import" in witness.python


#: Old text and new text that do the same, and the function.
_PRESERVED = {
    "a loop as a comprehension": (
        "def doubled(rows):\n    found = []\n    for row in rows:\n        found.append(row * 2)\n"
        "    return found\n",
        "def doubled(rows):\n    return [row * 2 for row in rows]\n",
        "doubled",
    ),
    "an inverted condition": (
        "def sign(n):\n    if n < 0:\n        return -1\n    else:\n        return 1\n",
        "def sign(n):\n    if not n < 0:\n        return 1\n    else:\n        return -1\n",
        "sign",
    ),
    "time and chance, as before": (
        "import random, time\n\ndef stamp(name):\n    return name, random.random(), time.time()\n",
        "import random, time\n\ndef stamp(name):\n    r = random.random()\n"
        "    return name, r, time.time()\n",
        "stamp",
    ),
    "objects without equality": (
        "class Node:\n    def __init__(self, n):\n        self.n = n\n\n"
        "def nodes(n):\n    return [Node(i) for i in range(n)]\n",
        "class Node:\n    def __init__(self, n):\n        self.n = n\n\n"
        "def nodes(n):\n    return list(map(Node, range(n)))\n",
        "nodes",
    ),
}


@pytest.mark.parametrize("case", list(_PRESERVED))
def test_what_stays_the_same_is_not_called_changed(case: str, tmp_path: Path) -> None:
    old, new, name = _PRESERVED[case]
    findings = found_by("generate", tmp_path, {"shop.py": old}, {"shop.py": new})[name]
    assert findings.verdict is Verdict.LIKELY_PRESERVED, findings
    assert findings.evidence.reached_new > 0


@pytest.mark.parametrize(
    ("calls", "is_cut_short", "verdict"),
    [(2, True, None), (20, True, Verdict.LIKELY_PRESERVED), (2, False, Verdict.LIKELY_PRESERVED)],
)
def test_a_few_calls_before_time_is_up_say_nothing(
    calls: int, is_cut_short: bool, verdict: Verdict | None
) -> None:
    """Two calls are all there are of some functions; else they are too few."""
    texts = b"def f(n):\n    return n * 2\n", b"def f(n):\n    return n + n\n"
    (pair,) = pair_up(RawChange("old", "new", (FileVersions("shop.py", *texts),))).pairs
    changed = {(0, 2), (1, 2)}
    seen = SearchTally(
        calls, calls, calls, lines=changed, compared=changed, is_cut_short=is_cut_short
    )
    findings = findings_of(pair, seen, [], changed, is_final=True)
    assert findings.verdict is verdict
    assert ("time ran out" in findings.evidence.note) is (verdict is None)


@pytest.mark.slow
def test_what_the_machine_knows_and_nobody_else_is_no_change(tmp_path: Path) -> None:
    """Where the old version does not agree with itself, nothing can be told."""
    old = "import os\n\ndef noise(n):\n    return os.urandom(8).hex(), n\n"
    new = "import os\n\ndef noise(n):\n    return os.urandom(8).hex(), n + 0\n"
    findings = found_by("generate", tmp_path, {"shop.py": old}, {"shop.py": new})["noise"]
    assert findings.verdict is not Verdict.CHANGED


def test_a_call_that_the_old_version_refuses_is_no_witness(tmp_path: Path) -> None:
    old = "def greet(name):\n    return 'hello ' + name\n"
    new = "def greet(name):\n    return f'hello {name}'\n"
    findings = found_by("generate", tmp_path, {"shop.py": old}, {"shop.py": new})["greet"]
    assert findings.verdict is Verdict.LIKELY_PRESERVED


def test_what_cannot_be_imported_is_left_to_others(tmp_path: Path) -> None:
    old = "import nowhere_to_be_found\n\ndef f(n):\n    return n\n"
    new = "import nowhere_to_be_found\n\ndef f(n):\n    return n + 1\n"
    findings = found_by("generate", tmp_path, {"shop.py": old}, {"shop.py": new})["f"]
    assert findings.verdict is None
    assert "cannot be imported" in findings.evidence.note


@pytest.mark.slow
def test_a_renamed_function_with_a_renamed_parameter(tmp_path: Path) -> None:
    old = (
        "def area(width, height, unit):\n    if unit == 'm':\n        factor = 1\n    else:\n"
        "        factor = 100\n    size = width * height\n    return size * factor + 1\n"
    )
    new = old.replace("area", "area_of").replace("width", "breadth").replace("+ 1", "+ 2")
    (findings,) = found_by("generate", tmp_path, {"shop.py": old}, {"shop.py": new}).values()
    assert findings.verdict is Verdict.CHANGED
    assert findings.witnesses[0].kind is DifferenceKind.RETURN


@pytest.mark.slow
def test_the_same_seed_gives_the_same_witness(tmp_path: Path) -> None:
    old, new, name, _ = _CHANGED["a text in a comparison"]
    found = [
        found_by("generate", tmp_path / str(n), {"shop.py": old}, {"shop.py": new}, seed=3)[name]
        for n in range(2)
    ]
    assert found[0].witnesses == found[1].witnesses
    assert found[0].evidence == found[1].evidence


def test_a_pair_with_its_file_needs_no_project(tmp_path: Path) -> None:
    old = "from math import floor\n\nLIMIT = 3\n\ndef most(n):\n    return min(floor(n), LIMIT)\n"
    new = old.replace("min(floor(n), LIMIT)", "max(floor(n), LIMIT)")
    findings = _alone(tmp_path, "pkg/sub/tools.py", old, new)
    assert findings.verdict is Verdict.CHANGED
    assert "from pkg.sub.tools import most" in findings.witnesses[0].python


def test_a_pair_whose_file_imports_what_is_not_there_is_left_to_others(tmp_path: Path) -> None:
    old = "from . import other\n\ndef f(n):\n    return n\n"
    findings = _alone(tmp_path, "pkg/tools.py", old, old.replace("return n", "return n + 1"))
    assert findings.verdict is None
    assert findings.evidence.note == "not run: `.` is not installed"


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("import json, email.mime\n", ""),
        ("import not_there_at_all.deep\n", "not_there_at_all.deep"),
        ("from pkg import other\n", "pkg"),  # its package is empty here
        ("try:\n    import not_there_at_all\nexcept ImportError:\n    pass\n", ""),
        ("def f():\n    import not_there_at_all\n", ""),
        ("from __future__ import annotations\nimport pytest\n", ""),
    ],
)
def test_what_a_file_cannot_do_without_is_looked_for(text: str, missing: str) -> None:
    assert missing_import(Module("pkg/tools.py", text), ()) == missing


def _alone(folder: Path, path: str, old: str, new: str) -> Findings:
    raw = RawChange("old", "new", (FileVersions(path, old.encode(), new.encode()),))
    (pair,) = pair_up(raw).pairs
    folder.chmod(0o755)
    places = bare_places(folder, choose_level("auto").level)
    budget = Budget.of(SECONDS)
    return GenerateAlone(folder, Workspace(places)).investigate(pair, budget)


def test_what_a_stand_in_lacks_is_no_difference(tmp_path: Path) -> None:
    """Nobody knows whether the real object has it."""
    old = "def f(request):\n    return request.meta.get('n', 0) if request.meta else None\n"
    new = "def f(request):\n    return request.copy().meta.get('n', 0) if request.meta else None\n"
    findings = found_by("generate", tmp_path, {"shop.py": old}, {"shop.py": new})["f"]
    assert findings.verdict is not Verdict.CHANGED


@pytest.mark.slow
def test_a_budget_ends_a_round_in_the_middle(tmp_path: Path) -> None:
    slow = (
        "import time\n\ndef f(n):\n    for _ in range(4 * 10 ** 6):\n        pass\n    return n\n"
    )
    new = slow.replace("return n", "return n + 0")
    started = time.monotonic()
    found_by("generate", tmp_path, {"shop.py": slow}, {"shop.py": new}, seconds=6)
    assert time.monotonic() - started < 40


@pytest.mark.slow
def test_a_call_that_no_longer_ends_is_a_change(tmp_path: Path) -> None:
    old = "def last(n):\n    while n > 3:\n        n -= 1\n    return n\n"
    new = "def last(n):\n    while n > 3:\n        n -= 1 if n != 7 else 0\n    return n\n"
    findings = found_by("generate", tmp_path, {"shop.py": old}, {"shop.py": new})["last"]
    assert findings.verdict is Verdict.CHANGED
    assert findings.witnesses[0].kind is DifferenceKind.TERMINATION


def test_calls_that_worked_are_handed_on(tmp_path: Path) -> None:
    old = "def size(n):\n    return len(n) * 2\n"
    new = "def size(n):\n    return len(n) + len(n)\n"
    findings = found_by("generate", tmp_path, {"shop.py": old}, {"shop.py": new})["size"]
    assert findings.verdict is Verdict.LIKELY_PRESERVED
    calls = [decode_call(seed.call) for seed in findings.learned.calls]
    assert len(calls) > 5
    assert {call.target for call in calls} == {Name("shop", "size")}
