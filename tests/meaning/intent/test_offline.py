"""What the cases do not show: commits, diffs, documentation, and texts of any kind."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from swerve.meaning.intent import OfflineJudge, Question, Shown, score, set_aside
from swerve.model import (
    DifferenceKind,
    Function,
    Intent,
    Module,
    Pair,
    Realism,
    Witness,
    Words,
    WordsKind,
    intent_from,
)

_FUNCTION = Function("Cart.total", Module("shop.py", "def total(): ...\n"), 1, 1, 1)
_PAIR = Pair("shop.py::Cart.total", _FUNCTION, _FUNCTION, ())
_REFUSED = Shown("total(-1)", "returned 0", "raised shop.BadCount('-1')", function="Cart.total")
_WITNESS = Witness(
    "generate", Realism.TYPED, DifferenceKind.RETURN, "total([])", "returned 0", "returned 1"
)


def _commits(*messages: str) -> Intent:
    return Intent(tuple(Words(f"commit {n}", text) for n, text in enumerate(messages)))


def _judgement(question: Question) -> str:
    return OfflineJudge().judge(question).judgement


def test_of_several_commits_the_one_about_the_function_counts() -> None:
    shown = Shown("total([])", "returned 0", "returned 1", function="Cart.total")
    words = _commits("Refactor the shop window", "Fix Cart.total of an empty cart", "Bump version")
    assert _judgement(Question(words, shown)) == "intended"
    words = _commits("Fix the shop window", "Simplify Cart.total")
    assert _judgement(Question(words, shown)) == "unintended"


def test_a_default_that_the_words_name_is_meant() -> None:
    shown = Shown(
        "fetch(...)", "timeout=30", "timeout=10", DifferenceKind.DEFAULT, function="fetch"
    )
    said = "Simplify the retries\n\nGive pages {} s."
    assert _judgement(Question(_commits(said.format(10)), shown)) == "intended"
    assert _judgement(Question(_commits(said.format("more")), shown)) == "unintended"
    assert _judgement(Question(_commits(said.format("10.5")), shown)) == "unintended"
    assert _judgement(Question(_commits(said.format(1)), replace(shown, new="a=1"))) == "unintended"


def test_words_of_the_report_itself_are_not_what_the_author_speaks_of() -> None:
    """A changelog about SQL once made a difference intended: it shares `in` and `True` with it."""
    words = _commits("Fix format()\n\nUsed to inject code with `reindent=True`, or `--in-place`.")
    cut = Shown(
        "run('a.sql', Namespace(encoding='utf...)  # call 1 in tests/test_cli.py::test_format",
        "(missing)",
        "' '",
        function="run",
    )
    assert _judgement(Question(words, cut)) == "unclear"
    made_up = Shown(
        "_case(self, tlist)",
        "[<tlist.get_cases(skip_ws=True)[0]>, injected(path='tl...",
        "(missing)",
        realism=Realism.INJECTED,
        function="Filter._case",
    )
    assert _judgement(Question(words, made_up)) == "unclear"
    done = replace(made_up, new="<request.copy() with .reindent = 1>")
    assert _judgement(Question(words, done)) == "intended"


def test_an_error_that_documentation_announces_is_meant() -> None:
    question = Question(_commits("Fix Cart.total"), _REFUSED)
    assert _judgement(question) == "unintended"
    documented = replace(question, docs="Sum up.\n\nRaises:\n    BadCount: below zero.")
    assert _judgement(documented) == "intended"


def test_an_error_that_the_tests_of_the_change_wait_for_is_meant() -> None:
    said = Words("commit 1", "Fix Cart.total")
    for line, judgement in (
        ("with pytest.raises(shop.BadCount):", "intended"),
        ("with self.assertRaisesRegex(BadCount, 'below'):", "intended"),
        ("with pytest.raises(shop.BadCounter):", "unintended"),
        ("assert BadCount", "unintended"),
    ):
        added = Words("tests/test_shop.py", f"def test_total():\n    {line}\n", WordsKind.TEST)
        assert _judgement(Question(intent_from(said, added), _REFUSED)) == judgement


def test_forms_links_and_signatures_say_nothing() -> None:
    form = (
        "Simplify Cart.total\n\n- [x] fixes a bug\n<!-- raises an error -->\n## New feature\n"
        "https://example.org/fix-crash\nSigned-off-by: Fix Er <fix@example.org>\n"
    )
    shown = Shown("total([])", "returned 0", "returned 1", function="Cart.total")
    assert _judgement(Question(_commits(form), shown)) == "unintended"


def test_what_machines_write_as_a_title_leaves_its_place_to_what_follows() -> None:
    shown = Shown("total([])", "returned 0", "returned 1", function="Cart.total")
    merged = (
        Words("title", "Merge pull request #7 from shop/fix-total", WordsKind.TITLE),
        Words("body", "Simplify Cart.total\n\nFix CI", WordsKind.DESCRIPTION),
    )
    assert _judgement(Question(Intent(merged), shown)) == "unintended"
    ported = Words("title", "Backport PR #7 on branch 2.x (CLN: Cart.total)", WordsKind.TITLE)
    assert _judgement(Question(Intent((ported,)), shown)) == "unintended"


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.text(), st.text(), st.text(), st.text())
def test_no_text_makes_the_judge_fail(words: str, call: str, old: str, new: str) -> None:
    question = Question(_commits(words), Shown(call, old, new))
    set_aside(question)
    assert OfflineJudge().judge(question).why


def test_the_score_counts_unclear_as_not_reported() -> None:
    result = score(
        [
            ("unintended", "unintended"),
            ("unintended", "intended"),
            ("unclear", "unintended"),
            ("intended", "intended"),
        ]
    )
    assert (result.right, result.wrong, result.missed) == (1, 1, 1)
    assert (result.precision, result.recall, result.f1) == (0.5, 0.5, 0.5)
    assert score([("unclear", "intended")]).f1 is None
