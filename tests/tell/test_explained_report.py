"""What is told about one witness, whoever found it?"""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.tell.builders import found, function, pair, report, witness

from swerve.model import DifferenceKind, Evidence, FailOn, FunctionReport, Verdict, Witness
from swerve.tell import again as _again
from swerve.tell import report_object
from swerve.tell.again import COMPARED, why_not_again
from swerve.tell.agent import agent_files
from swerve.tell.explained import explained_lines
from swerve.tell.github import render_github
from swerve.tell.junit import render_junit
from swerve.tell.layout import report_lines
from swerve.tell.markdown import render_markdown
from swerve.tell.page import page_for
from swerve.tell.pages import Entry, entry_data
from swerve.tell.sarif import render_sarif
from swerve.tell.words import because_words, differs_at

PAGE = page_for(100, "utf-8")


def explained(of: FunctionReport) -> str:
    lines = explained_lines("w-00000000", ("1c3b9e0", "694c6d3"), "", of, PAGE)
    return "\n".join(line.plain for line in lines)


@pytest.mark.parametrize(
    ("kind", "path", "expected"),
    [
        ("return", "result", "result"),
        ("return", "result['rows'][0]", "result['rows'][0]"),
        ("return", "result{...}", "result{...}"),
        ("return", "", "result"),
        ("exception", "outcome", "exception"),
        ("exception", "exception.args[0]", "exception.args[0]"),
        ("argument", "arguments.order", "arguments.order after the call"),
        ("argument", "receiver", "an argument after the call"),
    ],
)
def test_it_differs_where_the_values_do(kind: str, path: str, expected: str) -> None:
    shown = replace(witness(), kind=DifferenceKind(kind), path=path)
    assert differs_at(shown) == expected


def test_edits_that_make_a_difference_are_told() -> None:
    """Those of the function by their lines; those of what it uses by their file, too."""
    old, new = (
        "def f():\n    a = 1\n    b = 2\n    return a",
        "def f():\n    a = 3\n    b = 2\n    return b",
    )
    both = pair(function("f", old, old), function("f", new, new))
    own, other = (f"{both.new.module.path}:2", "shop/tax.py:9")
    shown = replace(witness(), because="", edits=(own, other))
    assert because_words(shown, both) == "new line 2, shop/tax.py:9"
    assert because_words(replace(shown, edits=()), both) == ""
    assert because_words(replace(shown, because="x is 0"), both) == "x is 0"
    told = explained(FunctionReport(both, Verdict.CHANGED, "", 1.0, witnesses=(shown,)))
    assert "because    new line 2, shop/tax.py:9" in told


@pytest.mark.parametrize(
    ("path", "old", "new", "expected"),
    [
        ("outcome", "raised KeyError('a')", "returned 0", "raised KeyError('a'), now returned 0"),
        ("result", "1", "2", "returned 1, now 2"),
        ("exception", "KeyError(1)", "IndexError(1)", "raised KeyError(1), now IndexError(1)"),
        ("result[0].name", "'a'", "'b'", "`result[0].name` was 'a', now 'b'"),
        ("result", "[1]", f"[{'1, ' * 40}1]", f"returned [1], now [{'1, ' * 18}1,..."),
        ("", "1", "2", "the code shows it"),
    ],
)
def test_what_differs_is_one_line(path: str, old: str, new: str, expected: str) -> None:
    shown = replace(witness(), path=path, old=old, new=new, because="")
    assert replace(shown, because="" if path else "the code shows it").words == expected
    assert not path or replace(shown, because="x is 0").words == f"{expected}; x is 0"


def test_every_format_names_the_path() -> None:
    shown = replace(witness("unintended"), path="result[0]", because="")
    of = found(Verdict.CHANGED, reason="", witnesses=(shown,))
    made = report(of)
    for told in (
        *(render(made, FailOn.CHANGED) for render in (render_github, render_markdown)),
        "\n".join(line.plain for line in report_lines(made, PAGE, None)),
    ):
        assert "differs at: result[0]" in told
    assert "differs at: result[0].\\n" in render_sarif(made, FailOn.CHANGED)
    assert "differs at result[0]\n" in render_junit(made, FailOn.CHANGED)
    assert "differs at result[0]\n" in explained(of)
    index, file = agent_files(made, FailOn.CHANGED)
    assert "result[0]: 1 -> 2" in index.text
    assert "differs at  result[0]\n" in file.text
    data = entry_data(Entry("", "", report_object(made, with_source=True)))
    (drawn,) = data["functions"][0]["detail"]["witnesses"]
    assert (drawn["where"], drawn["because"]) == ("result[0]", "")


def test_lines_that_cannot_run_are_none_that_did_not() -> None:
    source = "def f():\n    a = 1\n\n    # why\n    return a"
    version = replace(function(source=source), changed_lines=(2, 3, 4, 5))
    of = replace(
        found(Verdict.CHANGED, pair(version), witnesses=(witness(),)),
        evidence=(Evidence("generate", 9, 8, (2, 5), (2,), ""),),
    )
    told = "2 of 2 changed lines of old: 2, 5; 1 of 2 changed lines of new: 2\n"
    assert f"    ran        {told}" in explained(of)


@pytest.mark.parametrize(
    ("shown", "why"),
    [
        (replace(witness(), kind=DifferenceKind.DEFAULT), "the code shows the difference"),
        (replace(witness(), test="tests/test_a.py::test_b"), "run tests/test_a.py::test_b on both"),
        (witness(), "was not kept"),
    ],
)
def test_why_there_is_no_command(shown: Witness, why: str) -> None:
    assert why in why_not_again(shown)
    assert why in explained(found(Verdict.CHANGED, witnesses=(shown,)))


def test_no_command_names_two_functions_of_a_program() -> None:
    assert _again.test_command("total", "shorter", "total.py")
    assert not _again.test_command("total", "shorter", COMPARED)


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_what_is_cut_says_so(encoding: str) -> None:
    page = page_for(100, encoding)
    assert not page.paragraph("x" * 20_000).plain.endswith(page.glyphs.ellipsis)
    assert page.paragraph("x" * 20_001).plain.endswith(f"x{page.glyphs.ellipsis}")
