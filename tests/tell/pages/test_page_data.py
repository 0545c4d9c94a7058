"""Is what a browser gets the same as what was found?"""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from tests.tell.builders import effect, found, report
from tests.tell.pages.page_reports import campaign_entries, priced_pair, shop_entry

from swerve.model import Verdict
from swerve.tell import report_object
from swerve.tell._reach import line_states
from swerve.tell.pages import Digest, Entry, brief_data, entry_data, render_page
from swerve.tell.pages._code import code_data, in_utf16


def _states(source: str, ran: set[int], first: int = 1) -> str:
    every = range(first, first + source.count("\n") + 1)
    return "".join(line_states(source, first, every, ran))


@pytest.mark.parametrize(
    ("source", "ran", "expected"),
    [
        pytest.param("def f():\n    # why\n\n    return 1", {1, 4}, "r--r", id="comment"),
        pytest.param('def f():\n    """A\n    b."""\n    return 1', {4}, "m--r", id="docstring"),
        pytest.param("def f():\n    return g(\n        1,\n    )", {2}, "mrrr", id="long call"),
        pytest.param("def f(\n    a,\n):\n    return a", {1}, "rrrm", id="long head"),
        pytest.param("    @d\n    def f(a):\n        return a", {2}, "rrm", id="method"),
        pytest.param(
            "def f(a):\n  if a:\n    x()\n  else:\n    y()", {1, 2, 5}, "rrm-r", id="branches"
        ),
        pytest.param("    def f():\n        x = '''\na'''\n", {2}, "mrr-", id="text at the margin"),
        pytest.param("def f(:\n    # no\n    x", {3}, "m-r", id="no Python"),
        pytest.param("def f(a): return a", {1}, "r", id="one line"),
        pytest.param(
            "def f(a):\n match a:\n  case 1:\n   x()\n  case _:\n   y()", {4}, "mm-r-m", id="match"
        ),
    ],
)
def test_lines_that_ran(source: str, ran: set[int], expected: str) -> None:
    assert _states(source, ran) == expected


def test_only_changed_lines_are_told_of() -> None:
    assert "".join(line_states("def f():\n    a()\n    b()", 10, {12}, {11, 12})) == "--r"


def test_offsets_are_those_of_javascript() -> None:
    """A character beyond the first plane counts twice there."""
    assert in_utf16("😀ab", [(1, 2)]) == [2, 3]
    assert in_utf16("    x", [(0, 4)]) == []


def test_rows_tell_every_line_of_both_sides() -> None:
    function = shop_entry().report["functions"][0]
    code = code_data(function, [["-"] * 6, ["-"] * 5])
    assert code is not None
    old: list[int] = []
    new: list[int] = []
    for row in code["rows"]:
        count = row[2] if isinstance(row[2], int) else 1
        old += range(row[0], row[0] + count) if row[0] >= 0 else ()
        new += range(row[1], row[1] + count) if row[1] >= 0 else ()
    assert old == list(range(6))
    assert new == list(range(5))


def test_a_report_without_code_has_a_page() -> None:
    report = json.loads(json.dumps(dict(shop_entry().report)))
    for function in report["functions"]:
        del function["source"]
        for evidence in function["evidence"]:
            del evidence["lines"]
    data = entry_data(Entry("t", "", report))
    assert all(function["detail"]["code"] is None for function in data["functions"])
    assert render_page([Entry("t", "", report)])


def test_a_brief_change_has_no_code_and_all_that_filters_need() -> None:
    whole, brief = entry_data(shop_entry()), brief_data(shop_entry())
    for one, other in zip(whole["functions"], brief["functions"], strict=True):
        assert {**one, "detail": 0} == {**other, "detail": 0} | {"detail": 0} or "words" in other
        assert {key: other[key] for key in one if key != "detail"} == {
            key: value for key, value in one.items() if key != "detail"
        }
    assert "def to_pay" not in json.dumps(brief)


def test_a_witness_without_a_file_is_replayed_by_its_id() -> None:
    report = json.loads(json.dumps(dict(shop_entry().report)))
    for function in report["functions"][:2]:
        function["witnesses"][0]["replay"] = None
    call, default = (
        function["detail"]["witnesses"][0]
        for function in entry_data(Entry("", "", report))["functions"][:2]
    )
    assert call["replay"] == f"swerve replay {call['id']}"
    assert default["replay"] == ""  # nothing ran
    report["functions"][0]["witnesses"][0].update(test="tests/test_a.py::test_b", python="")
    (in_test, *_) = entry_data(Entry("", "", report))["functions"][0]["detail"]["witnesses"]
    assert in_test["replay"] == ""  # nothing else makes the call


def test_effects_of_both_versions_are_told_and_the_first_that_differs() -> None:
    function = found(Verdict.CHANGED, priced_pair(), witnesses=(effect("a\nb\n", None),))
    made = report_object(report(function), with_source=True)
    (told,) = entry_data(Entry("", "", made))["functions"][0]["detail"]["witnesses"]
    assert told["where"] == "file out.csv, line 2"
    assert [(each["place"], each["old"], each["new"]) for each in told["effects"]] == [
        ("file a.txt", "1", "1"),
        ("file out.csv", "a\nb\n", "(missing)"),
    ]
    assert [each["isFirst"] for each in told["effects"]] == [False, True]


def test_figures_stay_small_and_lose_nothing() -> None:
    digest = Digest()
    entry = brief_data(campaign_entries(1)[0])
    for _ in range(5000):
        digest.add(entry)
    data = digest.data()
    assert len(data["columns"]) <= 120
    assert sum(column[2] for column in data["columns"]) == 5000 == data["changes"]
    counts = [sum(column[3 + at] for column in data["columns"]) for at in range(4)]
    assert counts == list(data["totals"].values()) == [5000, 5000, 5000, 5000]
    assert sum(data["seconds"]["counts"]) == 20_000
    # Of the two functions that ran, each missed one line.
    assert data["reach"]["counts"] == [0, 0, 0, 0, 10_000, 0]


def test_a_page_refers_to_nothing_else() -> None:
    page = render_page([shop_entry()])
    assert re.findall(r"(?:src|href)=\"?([^\s\">]+)", page.partition("<script>")[0]) == [
        "#functions"
    ]
    assert "http:" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "default-src 'none'; script-src 'sha256-" in page


def test_the_same_entries_give_the_same_page_in_another_process() -> None:
    code = (
        "import sys, hashlib; from tests.tell.pages.page_reports import shop_entry;"
        "from swerve.tell.pages import render_page;"
        "print(hashlib.sha256(render_page([shop_entry()]).encode()).hexdigest())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    }
    assert len(outputs) == 1
