"""Does the solver find inputs that part two versions, and only such?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engines.generate.trees import written
from tests.sampling import sampled

from swerve.check.pipeline import Silence
from swerve.check.running import prepare
from swerve.engines import Budget
from swerve.engines.shadow import _shadow
from swerve.model import DifferenceKind, Findings, Learned, Realism, Seed, Settings, Verdict
from swerve.observe.recipe import (
    Call,
    CallRecipe,
    Dict,
    List,
    Name,
    Recipe,
    decode_call,
    encode_call,
)
from swerve.source import Selection, pair_up, read_paths

SECONDS = 15.0


def shadow_on(folder: Path, old: str, new: str, *args: Recipe) -> Findings:
    """What the engine says about `f` in two versions of a module, given one call of it."""
    trees = [
        written(folder / side, {"subject.py": text}) for side, text in (("old", old), ("new", new))
    ]
    raw = read_paths(trees[0], trees[1], Selection())
    (pair,) = [pair for pair in pair_up(raw).pairs if pair.name == "f"]
    seed = Seed(encode_call(CallRecipe(Name("subject", "f"), args=args)), Realism.TYPED, "a test")
    with prepare(raw, Settings(), [pair]) as prepared:
        (engine,) = [
            each for each in prepared.stages[1]([pair], Silence()) if each.name == "shadow"
        ]
        return engine.investigate(pair, Budget.of(SECONDS), Learned((seed,)))


BOX = """
class Box:
    def __init__(self, width, label):
        self.width = width
        self.label = label

"""

#: Old text, what is replaced in it, the arguments to start from, and the call that shows it.
CHANGED = {
    "a constant behind arithmetic": (
        "def f(n):\n    return 'open' if n * 7 + 3 == 55436 else 'shut'\n",
        ("'open'", "'ajar'"),
        (1,),
        "f(7919)",
    ),
    "a relation of two inputs": (
        "def f(a, b):\n    if a * 3 == b + 41 and a > 100:\n        return 1\n    return 0\n",
        ("return 1", "return 2"),
        (1, 2),
        "f(101, 262)",
    ),
    "a prefix of a text": (
        "def f(word):\n    return word[4:] if word.startswith('x-y:') else word\n",
        ("[4:]", "[3:]"),
        ("abc",),
        'f("x-y:',
    ),
    "a key of a dict": (
        "def f(order):\n    return order.get('price', 0) * (2 if order.get('vip') == 17 else 1)\n",
        ("(2 if", "(3 if"),
        (Dict((("price", 3), ("vip", 1))),),
        '"vip": 17',
    ),
    "the length of a list": (
        "def f(items):\n    return sum(items) if len(items) == 5 else 0\n",
        ("sum(items) if", "max(items) if"),
        (List((1, 2)),),
        "f([",
    ),
    "fields of an object": (
        BOX + "def f(box):\n    return box.width if box.label != 'zq' else -box.width\n",
        ("-box.width", "box.width + 1"),
        (Call(Name("subject", "Box"), (1, "a")),),
        '"zq"',
    ),
    "an argument afterwards": (
        "def f(items, n):\n    if n == 4242:\n        items.append(n)\n",
        ("append(n)", "append(-n)"),
        (List((1,)), 1),
        "4242",
    ),
    "what is yielded": (
        "def f(n):\n    for k in range(3):\n        yield k if n != 977 else 0\n",
        ("else 0", "else 1"),
        (1,),
        "f(977)",
    ),
    "an error": (
        "def f(n):\n    if n == 31337:\n        raise KeyError(n)\n    return n\n",
        ("KeyError", "ValueError"),
        (1,),
        "f(31337)",
    ),
}


@pytest.mark.parametrize("case", sampled(CHANGED, 3))
def test_an_input_is_found_that_nobody_would_guess(case: str, tmp_path: Path) -> None:
    old, (was, now), args, call = CHANGED[case]
    findings = shadow_on(tmp_path, old, old.replace(was, now, 1), *args)
    assert findings.verdict is Verdict.CHANGED
    (witness,) = findings.witnesses
    assert call in witness.call
    assert witness.realism is Realism.TYPED


SAME = {
    "arithmetic": (
        "def f(a, b):\n    return a - b\n",
        "def f(a, b):\n    return -(b - a)\n",
        (1, 2),
    ),
    "conditions": (
        "def f(a, b):\n    return 1 if not (a > 3 and b < 5) else 2\n",
        "def f(a, b):\n    return 2 if a > 3 and b < 5 else 1\n",
        (1, 2),
    ),
}


@pytest.mark.parametrize("case", SAME)
def test_all_paths_without_a_difference_are_evidence(case: str, tmp_path: Path) -> None:
    old, new, args = SAME[case]
    findings = shadow_on(tmp_path, old, new, *args)
    assert findings.verdict is None
    assert findings.witnesses == ()
    assert "no difference on" in findings.evidence.note
    assert "all paths of 1 of 1 kinds of calls" in findings.evidence.note


@pytest.mark.slow
def test_a_call_that_no_longer_ends_is_found(tmp_path: Path) -> None:
    old = "def f(n):\n    while n == 5813:\n        n += 1\n    return n\n"
    findings = shadow_on(tmp_path, old, old.replace("+= 1", "*= 1"), 1)
    assert findings.verdict is Verdict.CHANGED
    assert findings.witnesses[0].kind is DifferenceKind.TERMINATION


def test_what_the_old_version_refuses_is_no_witness(tmp_path: Path) -> None:
    old = "def f(n):\n    if n == 5813:\n        raise TypeError(n)\n    return n\n"
    findings = shadow_on(tmp_path, old, old.replace("TypeError", "ValueError"), 1)
    assert findings.verdict is None


def test_code_that_takes_its_process_down_is_left_to_others(tmp_path: Path) -> None:
    old = "import os\n\ndef f(n):\n    if n == 3:\n        os._exit(7)\n    return n\n"
    findings = shadow_on(tmp_path, old, old.replace("== 3", "== 4"), 1)
    assert findings.evidence.note == "the solver stopped before it had explored a path"


def test_without_a_solver_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_shadow, "missing_parts", lambda: ("z3",))
    findings = shadow_on(tmp_path, "def f(n):\n    return n\n", "def f(n):\n    return +n\n", 1)
    assert findings.evidence.note == "not run: z3 is not installed"


SIGN = """
def f(n: int, up: bool) -> int:
    if n > 0:
        return 1 if up else -1
    return 0
"""
OWN_BOOL = "bool = __import__('operator').not_\n"
SUM = """
def f(n: int) -> int:
    total = 0
    for i in range(n):
        total += i
    return total
"""


def test_all_paths_of_a_function_of_numbers_are_a_proof(tmp_path: Path) -> None:
    new = "def f(n: int, up: bool) -> int:\n    return (1 if up else -1) if n >= 1 else 0\n"
    findings = shadow_on(tmp_path, SIGN, new, 1, True)
    assert findings.verdict is Verdict.PRESERVED
    assert findings.reason.endswith("paths, for every int n, bool up")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (SIGN.replace("up: bool", "up"), SIGN.replace("up: bool", "up").replace("n > 0", "0 < n")),
        (SIGN.replace("bool", "bool = True"), SIGN.replace("bool", "bool = False")),
        ("L = 0\n" + SIGN.replace("n > 0", "n > L"), "L = 0\n" + SIGN.replace("n > 0", "L < n")),
        (SUM, SUM.replace("range(n)", "range(0, n)")),
        (SIGN.replace("n > 0", "n / 2 > 0"), SIGN.replace("n > 0", "0 < n / 2")),
        (SIGN.replace("n > 0", "n is None"), SIGN.replace("n > 0", "None is n")),
        (OWN_BOOL + SIGN.replace("n > 0", "bool(n)"), OWN_BOOL + SIGN.replace("n > 0", "n != 0")),
    ],
    ids=[
        *("no annotation", "other defaults", "a name of the module", "a loop without bounds"),
        *("floats", "identity", "a builtin that the module binds"),
    ],
)
def test_anything_else_is_no_proof(tmp_path: Path, old: str, new: str) -> None:
    args = (1,) if "range" in old else (1, True)
    assert shadow_on(tmp_path, old, new, *args).verdict is not Verdict.PRESERVED


def test_inputs_that_part_inside_are_handed_on(tmp_path: Path) -> None:
    old = "def f(n):\n    m = 3 if n > 10 else 4\n    return 0 if m else n\n"
    findings = shadow_on(tmp_path, old, old.replace("> 10", "> 20"), 1)
    assert findings.verdict is None
    assert "the versions diverge internally, without effect, at old line 2, new line 2" in (
        findings.evidence.note
    )
    calls = [decode_call(seed.call) for seed in findings.learned.calls]
    assert calls
    assert all(10 < int(str(call.args[0])) <= 20 for call in calls)
