"""Is a cache that only one version has no difference, and state that both have one?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.engines.generate.trees import found_by, written
from tests.observe.comparison.made_runs import returned

from swerve.model import Findings, Pair, Verdict
from swerve.observe.comparison import Different, Rules, Same, compare
from swerve.run.workspace import rules_beside
from swerve.source import Selection, pair_up, read_paths

PLAIN = """
def grade(points: int) -> str:
    return "good" if points > 3 else "bad"
"""
CACHED = """
_grades = {}

def grade(points: int) -> str:
    if points not in _grades:
        _grades[points] = "good" if points > 3 else "bad"
    return _grades[points]
"""
IN_A_CLASS = """
class Grades:
    known = {}

def grade(points: int) -> str:
    return Grades.known.setdefault(points, "good" if points > 3 else "bad")
"""
COUNTED = """
asked = []

def grade(points: int) -> str:
    asked.append(points)
    return "good" if points > 3 else "bad"
"""


def found(folder: Path, old: str, new: str) -> Findings:
    findings = found_by("generate", folder, {"shop.py": old}, {"shop.py": new})
    return findings["grade"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(PLAIN, CACHED, id="a new one"),
        pytest.param(CACHED, PLAIN, id="one that is gone", marks=pytest.mark.slow),
        pytest.param(PLAIN, IN_A_CLASS, id="one of a new class"),
    ],
)
def test_state_that_only_one_version_knows_is_its_own_business(
    old: str, new: str, tmp_path: Path
) -> None:
    findings = found(tmp_path, old, new)
    assert findings.verdict is not Verdict.CHANGED
    assert not findings.witnesses


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        pytest.param(
            COUNTED, COUNTED.replace("(points)\n", "(str(points))\n"), "shop.asked[0]", id="it"
        ),
        pytest.param(
            COUNTED + "\nasked_twice = []\n",
            COUNTED.replace("append", "extend").replace("(points)\n", "([points, 1])\n"),
            "shop.asked",
            id="beside one that is gone",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_state_that_both_versions_have_is_compared(
    old: str, new: str, place: str, tmp_path: Path
) -> None:
    findings = found(tmp_path, old, new)
    assert findings.verdict is Verdict.CHANGED
    assert findings.witnesses[0].place.startswith(f"state {place}")


def pairs_of(folder: Path, old: dict[str, str], new: dict[str, str]) -> tuple[Pair, ...]:
    raw = read_paths(written(folder / "old", old), written(folder / "new", new), Selection())
    return pair_up(raw).pairs


def own_names(pair: Pair) -> tuple[str, str]:
    return pair.old.module.path[:-3], pair.new.module.path[:-3]


def test_each_module_has_names_of_its_own(tmp_path: Path) -> None:
    """The name that one module has for a new cache may be old in another one."""
    edited = CACHED.replace("> 3", "> 4")
    pairs = pairs_of(tmp_path, {"a.py": PLAIN, "b.py": CACHED}, {"a.py": CACHED, "b.py": edited})
    unshared = dict(rules_beside(Rules(), pairs, own_names).unshared)
    assert "_grades" in unshared["a"]
    assert "_grades" not in unshared["b"]


def test_what_moves_away_leaves_the_state_of_its_module_to_be_compared(tmp_path: Path) -> None:
    moved = "\ndef largest(rows):\n    return max(rows, key=lambda row: (row.size, row.name))\n"
    pairs = pairs_of(
        tmp_path,
        {"a.py": COUNTED + moved, "b.py": ""},
        {"a.py": COUNTED.replace("> 3", "> 4"), "b.py": moved.replace("max", "min")},
    )
    assert {own_names(pair) for pair in pairs} == {("a", "a"), ("a", "b")}
    unshared = rules_beside(Rules(), pairs, own_names).unshared
    assert [name for name, some in unshared if "asked" in some] == ["b"]


def test_other_rules_are_kept(tmp_path: Path) -> None:
    pairs = pairs_of(tmp_path, {"a.py": PLAIN}, {"a.py": CACHED})
    rules = replace(Rules(), effects=(("file", "*"),))
    beside = rules_beside(rules, pairs, lambda pair: ("a", "b"))
    assert beside.effects == rules.effects
    assert [module for module, _ in beside.unshared] == ["a", "b"]
    assert not rules_beside(rules, pairs, lambda pair: None).unshared


def test_a_module_of_a_package_is_not_the_package() -> None:
    """What is new in `shop` may be old in `shop.stock`."""
    old, new = (returned(1, state={"shop.stock.cache": each}) for each in (1, 2))
    in_both = Rules(unshared=(("shop", frozenset({"cache"})), ("shop.stock", frozenset({"memo"}))))
    assert isinstance(compare(old, new, in_both), Different)
    in_one = Rules(unshared=(("shop", frozenset()), ("shop.stock", frozenset({"cache"}))))
    assert isinstance(compare(old, new, in_one), Same)
