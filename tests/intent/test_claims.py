"""What titles of real projects' manner claim."""

from __future__ import annotations

import pytest

from swerve.intent._claims import Claim, claim_of_weak_tag, claims_of, claims_of_title


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
    ],
)
def test_titles_that_claim_to_touch_behaviour(title: str, claim: Claim) -> None:
    claims = claims_of_title(title)
    assert not claims.is_quiet
    assert claim in claims.loud


@pytest.mark.parametrize("title", ["`fix_all` and cache.refactor()", "About join", ""])
def test_names_claim_nothing(title: str) -> None:
    assert not claims_of(title).found


def test_a_weak_tag_counts_for_want_of_anything_better() -> None:
    assert not claims_of_title("MAINT: join").found
    assert claim_of_weak_tag("MAINT: join").is_quiet
    assert claim_of_weak_tag("ENH: join").loud == {Claim.ADDITION}
    assert not claim_of_weak_tag("Join").found
