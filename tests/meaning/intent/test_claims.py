"""What titles of real projects' manner claim."""

from __future__ import annotations

import pytest

from swerve.meaning.intent._claims import Claim, claim_of_weak_tag, claims_of, claims_of_title


@pytest.mark.parametrize(
    ("title", "claim"),
    [
        ("PERF: fix slow path of join", Claim.SPEED),
        ("Improve performance of join", Claim.SPEED),
        ("refactor(core): fix naming", Claim.REFACTORING),
        ("Simplify handling of defaults", Claim.REFACTORING),
        ("Remove unused imports", Claim.REFACTORING),
        ("Fix typo in the guide", Claim.DOCS),
        ("Add missing type hints", Claim.TYPING),
        ("Add Python 3.13 support", Claim.TOOLING),
        ("Fix flaky tests", Claim.TOOLING),
        ("Simplify join, no change of behaviour", Claim.REFACTORING),
        ("Move join around; does not change the semantics", Claim.REFACTORING),
        ("No functional changes", Claim.REFACTORING),
        ("Drop support for Python 3.9", Claim.TOOLING),
        ("Update dev dependencies", Claim.TOOLING),
        ("Explain the order of join", Claim.DOCS),
        ("Fix Python 3.8 warning about `is`", Claim.REFACTORING),
        ("Fix DeprecationWarning of join", Claim.REFACTORING),
        ("Use a list in join, as sets are deprecated since Python 3.9", Claim.REFACTORING),
        ("Fix new flake8 warnings", Claim.TOOLING),
        ("Apply black and isort", Claim.TOOLING),
        ("Join in less than quadratic time", Claim.SPEED),
        ("Typing improvements", Claim.TYPING),
        ("CLN Use `flat` in join", Claim.REFACTORING),
        ("CLN: Remove unused helpers of join", Claim.REFACTORING),
        ("STY: Enforce more ruff rules", Claim.REFACTORING),
        ("DOC/MAINT: clarify join", Claim.DOCS),
        ("Rewrite join, avoid the second pass", Claim.REFACTORING),
        ("Clean up join, drop the fallback", Claim.REFACTORING),
        ("Use `itertools.chain` in join", Claim.REFACTORING),
        ("Compile validators lazily", Claim.SPEED),
    ],
)
def test_titles_that_promise_to_leave_behaviour_alone(title: str, claim: Claim) -> None:
    claims = claims_of_title(title)
    assert claims.is_quiet
    assert claims.quiet[0] is claim
    assert not claims.loud


@pytest.mark.parametrize(
    ("title", "claim"),
    [
        ("Speed up join and fix its order", Claim.FIX),
        ("Refactor join to support generators", Claim.ADDITION),
        ("BUG/PERF: join", Claim.FIX),
        ("feat!: join returns a list", Claim.REMOVAL),
        ("Improve precision of norm", Claim.CHANGE),
        ("Deprecate join", Claim.REMOVAL),
        ("Make join better", Claim.CHANGE),
        ("Change the behaviour of join", Claim.CHANGE),
        ("PERF/BUG: join", Claim.FIX),
        ("MAINT, BUG: join", Claim.FIX),
        ("CLN: Enforce deprecation of join", Claim.REMOVAL),
        ("CLN: Remove `how` from join", Claim.REMOVAL),
        ("CLN: Stop guessing types in join", Claim.CHANGE),
        ("Refactor join; it is now stable", Claim.CHANGE),
        ("TST: sort fixtures; fix the order of join", Claim.FIX),
        ("Clean up join, remove deprecated keywords", Claim.REMOVAL),
    ],
)
def test_titles_that_claim_to_touch_behaviour(title: str, claim: Claim) -> None:
    claims = claims_of_title(title)
    assert not claims.is_quiet
    assert claim in claims.loud


def test_what_is_added_counts_before_what_loose_words_hint_at() -> None:
    assert claims_of_title("Add `fold` handling to parse").main == {Claim.ADDITION}
    assert claims_of_title("Add `fold` to parse and fix its offset").main == {
        Claim.ADDITION,
        Claim.FIX,
    }


@pytest.mark.parametrize("title", ["`fix_all` and cache.refactor()", "About join", ""])
def test_names_claim_nothing(title: str) -> None:
    assert not claims_of(title).found


def test_a_weak_tag_counts_for_want_of_anything_better() -> None:
    assert not claims_of_title("MAINT: join").found
    assert claim_of_weak_tag("MAINT: join").is_quiet
    assert claim_of_weak_tag("ENH: join").loud == {Claim.ADDITION}
    assert not claim_of_weak_tag("Join").found
