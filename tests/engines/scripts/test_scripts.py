"""Scripts that a model writes run on both sides, and what they show becomes witnesses."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from tests.run.observed.projects import CONFINEMENT, Two, two

from swerve.check._importing import opened_workspace
from swerve.engines import Budget
from swerve.engines.scripts import Observed, Scripts, Written, observe_scripts
from swerve.model import DifferenceKind, Findings, Realism, Verdict


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))


SHOP = """\
import random

RATE = 2

def total(prices, rate=RATE):
    if not prices:
        return 0
    found = sum(prices) * rate
    return found

def label(name):
    return f"<{name}>"

def draw():
    return object()
"""


def observed(project: Two, *scripts: str, seconds: float = 60.0) -> Observed:
    written = Written(scripts, ("1 left out: no Python",))
    with opened_workspace(project.project, CONFINEMENT, project.pairs) as (_, workspace):
        return observe_scripts(written, project.pairs, workspace, seconds=seconds, script_s=1.0)


def findings(project: Two, name: str, found: Observed) -> Findings:
    engine = pickle.loads(pickle.dumps(Scripts(found)))  # noqa: S301 - it goes to worker processes
    assert isinstance(engine, Scripts)
    return engine.investigate(project.pair(name), Budget.of(5))


def shop(folder: Path, *edits: tuple[str, str]) -> Two:
    return two(folder, {"shop.py": SHOP}, edits or [("* rate\n", "* rate + 1\n")])


LONG = """\
import json
import shop

# Shows how a total is made.
unused = json.dumps({"a": 1})
prices = [1, 2]
prices.append(3)

def show(value):
    text = str(value)
    print("total:", text)

for rate in (2,):
    print("rate", rate)
    show(shop.total(prices, rate))
print(unused)
"""


def test_a_script_becomes_a_reduced_witness(tmp_path: Path) -> None:
    project = shop(tmp_path)
    found = findings(project, "total", observed(project, LONG))
    assert found.verdict is Verdict.CHANGED
    (witness,) = found.witnesses
    assert (witness.engine, witness.realism, witness.kind) == (
        "scripts",
        Realism.TYPED,
        DifferenceKind.OUTPUT,
    )
    assert witness.call == witness.python
    for gone in ("json", "unused", "append", "print('rate'"):
        assert gone not in witness.call
    assert "shop.total(prices, rate)" in witness.call
    assert witness.old.startswith("total: ")
    assert int(witness.new.split()[-1]) == int(witness.old.split()[-1]) + 1
    assert "1 of 1 scripts ran changed code: 2 of 2 changed lines" in found.evidence.note
    assert "1 left out: no Python" in found.evidence.note
    assert (found.evidence.reached_old, found.evidence.reached_new) == (1, 1)


def test_a_script_that_raises_on_one_side_shows_it(tmp_path: Path) -> None:
    project = shop(tmp_path, ("        return 0\n", "        raise ValueError('no prices')\n"))
    found = findings(project, "total", observed(project, "import shop\nprint(shop.total([]))\n"))
    (witness,) = found.witnesses
    assert witness.kind is DifferenceKind.EXCEPTION
    assert witness.old == "0"
    assert witness.new == "raised ValueError('no prices')"


SILENT = (
    "import shop\nprint(shop.total(None, 'x', 3))\n",  # fails on both sides, alike
    "import shop\nprint(1 / (shop.total([1]) - 2) and 1 / (shop.total([1]) - 3))\n",  # and not
    "import shop\nprint(shop.label('a'))\n",  # another function
    "print(1)\n",  # nothing of the project
    "import shop\nprint(shop.total([]))\n",  # unchanged lines
    "import shop\nshop.total([1])\nprint('done')\n",  # the result is not looked at
    "import os\nos._exit(3)\n",
    "while True:\n    pass\n",
    "def f(:\n",
)


@pytest.mark.slow
def test_scripts_that_show_nothing(tmp_path: Path) -> None:
    project = shop(tmp_path)
    found = findings(project, "total", observed(project, *SILENT))
    assert found.verdict is None
    assert not found.witnesses
    assert found.evidence.runs == len(SILENT)
    assert f"2 of {len(SILENT)} scripts ran changed code: 2, 2 of 2" in found.evidence.note


def test_a_script_that_fails_on_both_sides_is_set_aside(tmp_path: Path) -> None:
    project = shop(tmp_path)
    found = observed(project, "import shop\nraise SystemExit(shop.total([1]))\n")
    assert not found.witnesses
    assert "1 scripts set aside: they fail on both sides" in found.notes


def test_what_differs_from_run_to_run_is_no_witness(tmp_path: Path) -> None:
    """Addresses are not the same in two cells."""
    project = shop(tmp_path)
    script = "import shop\nprint(id(object()) % 1000 if shop.total([1]) == 3 else 0)\n"
    flaky = "import shop, os\nshop.total([1])\nprint(os.urandom(4))\n"
    found = findings(project, "total", observed(project, script, flaky))
    for witness in found.witnesses:
        assert "urandom" not in witness.call


def test_one_script_speaks_for_all_functions_that_it_ran(tmp_path: Path) -> None:
    project = shop(tmp_path, ("* rate\n", "* rate + 1\n"), ('f"<{name}>"', 'f"[{name}]"'))
    both = "import shop\nprint(shop.label('a'), shop.total([1]))\n"
    found = observed(project, both, "import shop\nprint(shop.label('b'))\n")
    assert len(findings(project, "total", found).witnesses) == 1
    assert len(findings(project, "label", found).witnesses) == 2
    note = findings(project, "label", found).evidence.note
    assert "2 of 2 scripts ran changed code: 2, 2 of 2 changed lines" in note


@pytest.mark.slow
def test_a_script_is_the_main_module_of_its_process(tmp_path: Path) -> None:
    project = shop(tmp_path)
    script = """\
from __future__ import annotations
from dataclasses import dataclass
import pickle, sys
import shop

@dataclass
class Basket:
    prices: list[int]

    def total(self) -> int:
        return shop.total(self.prices)

if __name__ == "__main__":
    basket = pickle.loads(pickle.dumps(Basket([1])))
    print(basket, basket.total(), sys.modules["__main__"].Basket is Basket)
"""
    found = findings(project, "total", observed(project, script))
    assert found.witnesses


def test_time_that_is_up_is_told(tmp_path: Path) -> None:
    project = shop(tmp_path)
    found = observed(project, LONG, seconds=0.0)
    assert found.ran == 0
    assert "1 scripts not run: out of time" in found.notes


def test_without_scripts_nothing_is_started(tmp_path: Path) -> None:
    project = shop(tmp_path)
    assert observed(project) == Observed(notes=("1 left out: no Python",))
