"""What follows for callers from the verdicts of what they use?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from swerve.check.composition import inherited
from swerve.model import FunctionReport, InterfaceDifference, Pair, Verdict
from swerve.source import Selection, pair_up, read_paths

OLD = {
    "shop.py": """
from tools import rounded

LIMIT = 3

class Cart:
    def __init__(self, prices):
        self.prices = prices

    def total(self):
        return sum(self.prices)

    def label(self):
        return f"{self.total()} EUR"

def price(n):
    return rounded(n * 2)

def shown(n):
    return f"{price(n)} of {LIMIT}"
""",
    "tools.py": "def rounded(n):\n    return round(n)\n",
}


def pairs_after(folder: Path, *edits: tuple[str, str, str]) -> dict[str, Pair]:
    new = dict(OLD)
    for file, before, after in edits:
        assert before in new[file]
        new[file] = new[file].replace(before, after)
    for side, files in (("old", OLD), ("new", new)):
        (folder / side).mkdir()
        for name, text in files.items():
            (folder / side / name).write_text(text)
    change = pair_up(read_paths(folder / "old", folder / "new", Selection()))
    return {pair.id: pair for pair in change.pairs}


def known(pairs: dict[str, Pair], **verdicts: Verdict) -> dict[str, FunctionReport]:
    """Reports of all pairs: of one name a verdict that is given, else it is open."""
    return {
        id: FunctionReport(pair, verdicts.get(pair.old.name.rpartition(".")[2], OPEN), "", 0.0)
        for id, pair in pairs.items()
    }


OPEN, KEPT, LIKELY = Verdict.INCONCLUSIVE, Verdict.PRESERVED, Verdict.LIKELY_PRESERVED
TOTAL = ("shop.py", "return sum(self.prices)", "return sum(iter(self.prices))")
PRICE = ("shop.py", "rounded(n * 2)", "rounded(2 * n)")
ROUNDED = ("tools.py", "return round(n)", "return int(round(n))")
LIMIT = ("shop.py", "LIMIT = 3", "LIMIT = 4")


@pytest.mark.parametrize(
    ("edit", "caller", "callee"),
    [
        (TOTAL, "shop.py::Cart.label", "total"),
        (PRICE, "shop.py::shown", "price"),
    ],
)
def test_a_caller_is_what_its_callee_is(
    tmp_path: Path, edit: tuple[str, str, str], caller: str, callee: str
) -> None:
    pairs = pairs_after(tmp_path, edit)
    for verdict, word in ((KEPT, "proved to be preserved"), (LIKELY, "likely preserved")):
        reports = known(pairs, **{callee: verdict})
        found = inherited(reports[caller], reports)
        assert found is not None
        assert found.verdict is verdict
        assert word in found.reason
        assert callee in found.reason
    for verdict in (Verdict.CHANGED, OPEN):
        reports = known(pairs, **{callee: verdict})
        assert inherited(reports[caller], reports) is None


def test_all_that_changed_counts(tmp_path: Path) -> None:
    pairs = pairs_after(tmp_path, PRICE, LIMIT)
    reports = known(pairs, price=KEPT)
    assert inherited(reports["shop.py::shown"], reports) is None, "a constant has no verdict"


def test_what_changed_itself_inherits_nothing(tmp_path: Path) -> None:
    pairs = pairs_after(tmp_path, PRICE, ROUNDED)
    reports = known(pairs, rounded=KEPT)
    assert inherited(reports["shop.py::price"], reports) is None


def test_an_interface_that_changed_is_no_verdict_for_callers(tmp_path: Path) -> None:
    pairs = pairs_after(tmp_path, PRICE)
    reports = known(pairs, price=KEPT)
    differs = InterfaceDifference("parameter `n` renamed", True, "price(n=1)")
    reports["shop.py::price"] = replace(reports["shop.py::price"], interface=(differs,))
    assert inherited(reports["shop.py::shown"], reports) is None
