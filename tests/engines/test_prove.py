"""Does a solver's word become a verdict only where it may?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.engines.generate.trees import written

from swerve.check.pipeline import Silence
from swerve.check.running import prepare
from swerve.engines import Budget
from swerve.model import Findings, Settings, Verdict
from swerve.source import Selection, pair_up, read_paths


def prove_on(folder: Path, old: dict[str, str], new: dict[str, str]) -> Findings:
    """What the engine says about `f` in two versions of a tree."""
    trees = [written(folder / side, files) for side, files in (("old", old), ("new", new))]
    raw = read_paths(trees[0], trees[1], Selection())
    (pair,) = [pair for pair in pair_up(raw).pairs if pair.name == "f"]
    with prepare(raw, Settings(), [pair]) as prepared:
        engines = prepared.stages[0]([pair], Silence())
        (engine,) = [each for each in engines if each.name == "prove"]
        return engine.investigate(pair, Budget.of(15.0))


def on_module(folder: Path, old: str, new: str) -> Findings:
    return prove_on(folder, {"subject.py": old}, {"subject.py": new})


LOOP = """
def f(items: list[int], limit: int) -> int:
    total = 0
    for item in items:
        if item > limit:
            total += item
    return total
"""
SUM = """
def f(items: list[int], limit: int) -> int:
    return sum(item for item in items if not item <= limit)
"""


def test_a_proof_for_every_call_is_preserved_and_names_what_it_takes_for_granted(
    tmp_path: Path,
) -> None:
    found = on_module(tmp_path, LOOP, SUM)
    assert found.verdict is Verdict.PRESERVED
    assert "proved for every call, as long as items is list[int]" in found.reason
    assert "limit is int" in found.evidence.note


def test_a_call_that_the_solver_names_is_run_and_shown(tmp_path: Path) -> None:
    old = "def f(x: int, y: int) -> int:\n    return 1 if x * 7 == y * 13 and x > 1000 else 0\n"
    found = on_module(tmp_path, old, old.replace("> 1000", "> 1001"))
    assert found.verdict is Verdict.CHANGED
    (witness,) = found.witnesses
    assert witness.call == "f(1001, 539)"
    assert (witness.old, witness.new) == ("1", "0")
    assert witness.engine == "prove"


def test_what_the_solver_has_no_meaning_for_is_named_with_its_line(tmp_path: Path) -> None:
    old = "def f(x):\n    match x:\n        case [first, *_]:\n            return first\n"
    found = on_module(tmp_path, old, old.replace("return first", "return [first]"))
    assert found.verdict is None
    assert found.evidence.note == "not proved: the solver does not support match (old line 2)"


def test_no_verdict_where_attributes_would_have_to_be_harmless(tmp_path: Path) -> None:
    old = "def f(box):\n    return box.width, box.width\n"
    new = "def f(box):\n    width = box.width\n    return width, width\n"
    found = on_module(tmp_path, old, new)
    assert found.verdict is None
    assert found.evidence.note == "proved only as long as reading an attribute changes nothing"


def test_a_proof_does_not_rest_on_short_ints_where_code_may_catch_long_ones(tmp_path: Path) -> None:
    old = "def f(n: int) -> str:\n    return str(n)\n"
    new = (
        "def f(n: int) -> str:\n"
        "    try:\n        return str(n)\n"
        "    except ValueError:\n        return 'long'\n"
    )
    found = on_module(tmp_path, old, new)
    assert found.verdict is None
    assert found.evidence.note == "proved only as long as no int has more than 4300 digits"


HELPER = {"helper.py": "def step():\n    return 1\n"}
CALLER = "from helper import step\n\n\ndef f(x: int) -> int:\n    return x + step()\n"


def test_what_changed_in_another_module_is_not_taken_for_the_same(tmp_path: Path) -> None:
    old = {**HELPER, "subject.py": CALLER}
    new = {
        "helper.py": "def step():\n    return 2\n",
        "subject.py": CALLER.replace("x + step()", "step() + x"),
    }
    found = prove_on(tmp_path, old, new)
    assert found.verdict is None
    assert "step" in found.evidence.note


def test_a_helper_that_stayed_is_the_same_on_both_sides(tmp_path: Path) -> None:
    old = {**HELPER, "subject.py": CALLER}
    new = {**HELPER, "subject.py": CALLER.replace("return x", "total = x").rstrip()}
    new["subject.py"] = new["subject.py"] + "\n    return total\n"
    found = prove_on(tmp_path, old, new)
    assert found.verdict is Verdict.PRESERVED


@pytest.mark.slow
def test_a_definition_of_the_module_that_changed_as_well_is_looked_into(tmp_path: Path) -> None:
    old = "def g(x: int) -> int:\n    return x + 1\n\n\ndef f(x: int) -> int:\n    return g(x)\n"
    new = old.replace("x + 1", "x + 2").replace("return g(x)", "found = g(x)\n    return found")
    found = on_module(tmp_path, old, new)
    assert found.verdict is not Verdict.PRESERVED


@pytest.mark.parametrize("text", ["def f(x: int) -> int:\n    return x +\n", ""])
def test_a_solver_that_gets_nothing_to_read_says_so(text: str) -> None:
    from swerve.engines.prove.solver import Question, Unsupported, prove

    assert isinstance(prove(Question(text, text, "f", "f")), Unsupported)


def test_nothing_is_proved_where_another_module_may_be_reached_that_changed(tmp_path: Path) -> None:
    """By an import inside the function, and through a base class."""
    local = "def f(x):\n    from helper import step as q\n    return q()\n"
    base = "from helper import Base\nclass Sub(Base):\n    pass\ndef f(x):\n    return Sub().k\n"
    helpers = [f"def step():\n    return {n}\n\n\nclass Base:\n    k = {n}\n" for n in (1, 2)]
    for number, text in enumerate((local, base)):
        changed = text.replace("return q()", "y = q()\n    return y")
        changed = changed.replace("return Sub().k", "y = Sub().k\n    return y")
        old = {"helper.py": helpers[0], "subject.py": text}
        new = {"helper.py": helpers[1], "subject.py": changed}
        found = prove_on(tmp_path / str(number), old, new)
        assert found.verdict is None
        assert re.search("`helper`|`Sub`, whose fields changed", found.evidence.note)
