"""How projects mark what a change is: tags, emoji, tickets, trailers, merges, reverts, bots."""

from __future__ import annotations

import pytest

from swerve.meaning.intent._claims import (
    Claim,
    claim_of_weak_tag,
    claims_of_change,
    claims_of_title,
    hint_of,
)
from swerve.meaning.intent._words import Said, said_in
from swerve.model import Intent, Words, WordsKind


def _said(message: str, kind: WordsKind = WordsKind.COMMIT) -> Said:
    return said_in(Intent((Words("commit", message, kind),)))


@pytest.mark.parametrize(
    ("title", "claim"),
    [
        ("refactor(core): join", Claim.REFACTORING),
        ("chore(ci): fix join", Claim.TOOLING),
        ("fix(deps): update dependency till to v2", Claim.TOOLING),
        ("build(deps-dev): bump till from 7 to 8", Claim.TOOLING),
        ("fix: typo in the guide", Claim.DOCS),
        ("fix: flaky test", Claim.TOOLING),
        ("Fixed #123 -- Refactored JoinPromoter.", Claim.REFACTORING),
        ("Refs #123 -- Removed unused imports.", Claim.REFACTORING),
        ("[5.0.x] Refs #123, #124 -- Added tests for join.", Claim.TOOLING),
        ("♻️ join", Claim.REFACTORING),
        (":recycle: fix join", Claim.REFACTORING),
        ("⚡️ join", Claim.SPEED),
        (":zap: join", Claim.SPEED),
        ("🎨 format join", Claim.REFACTORING),
        (":memo: join", Claim.DOCS),
        ("✅ join", Claim.TOOLING),
        (":arrow_up: till", Claim.TOOLING),
        ("🏷️ join", Claim.TYPING),
        ("🔥 Remove unused imports", Claim.REFACTORING),
        ("Bump till from 1.0 to 2.0", Claim.TOOLING),
        ("[pre-commit.ci] pre-commit autoupdate", Claim.TOOLING),
        ("Update till requirement from <8 to <9", Claim.TOOLING),
        ("Update dependency till to v2", Claim.TOOLING),
        ("Lock file maintenance", Claim.TOOLING),
        ("[MRG+1] CLN join", Claim.REFACTORING),
        ("[Perf][Core] Look up keys once", Claim.SPEED),
        ("gh-123: Simplify join (GH-124)", Claim.REFACTORING),
    ],
)
def test_conventions_that_promise_to_leave_behaviour_alone(title: str, claim: Claim) -> None:
    claims = claims_of_title(title)
    assert claims.is_quiet
    assert claims.quiet == (claim,)


@pytest.mark.parametrize(
    ("title", "claim"),
    [
        ("fix(core)!: join", Claim.FIX),
        ("feat(api)!: join", Claim.REMOVAL),
        ("refactor!: join", Claim.REMOVAL),
        ("BREAKING CHANGE: join returns a list", Claim.REMOVAL),
        ("Fixed #123 -- Corrected the order of join.", Claim.FIX),
        ("Fixed #123 -- Prevented crash of join.", Claim.FIX),
        ("Fixed #123 -- Added support for sets.", Claim.ADDITION),
        ("🐛 join of sets", Claim.FIX),
        (":bug: join of sets", Claim.FIX),
        ("🐛 fix(core): join of sets", Claim.FIX),
        ("🔒️ join", Claim.FIX),
        ("💥 join", Claim.REMOVAL),
        (":boom: join", Claim.REMOVAL),
        ("⏪️ join", Claim.CHANGE),
        ("Fixed: order of join", Claim.FIX),
        ("ENH: optimize: add bounds to join", Claim.ADDITION),
        (":func:`join` now returns a list", Claim.CHANGE),
        ("Bump the default timeout to 30", Claim.CHANGE),
        ("Bump timeout from 10 to 30", Claim.CHANGE),
    ],
)
def test_conventions_that_claim_to_touch_behaviour(title: str, claim: Claim) -> None:
    claims = claims_of_title(title)
    assert not claims.is_quiet
    assert claim in claims.loud


@pytest.mark.parametrize(
    ("title", "claim"),
    [
        ("✨ join", Claim.ADDITION),
        ("🔥 legacy join", Claim.REMOVAL),
        ("Fixed #123 -- Join of sets.", Claim.FIX),
        ("Added: join of sets", Claim.ADDITION),
        ("🔧 join", Claim.REFACTORING),
    ],
)
def test_conventions_that_only_hint(title: str, claim: Claim) -> None:
    assert not claims_of_title(title).found
    assert claim_of_weak_tag(title).found == (claim,)


@pytest.mark.parametrize("title", ["CI of the mean", "API keys of a user", "🍻 join", "[#12] join"])
def test_what_looks_like_a_mark_claims_nothing(title: str) -> None:
    assert not claims_of_title(title).found
    assert not claim_of_weak_tag(title).found


@pytest.mark.parametrize(
    "title",
    [
        'Revert "Refactor join"',
        'Revert "Refactor join" (#12)',
        'Revert "Refactor the join of lists and of everything that can be read as on…',
        'Revert "Revert "Refactor join""',
        "Revert 'Clean up join'",
        "BUG: Revert “Refactor join”",
        "revert: refactor: join",
        'Reapply "Refactor join"',
        'Reland: "Speed up join"',
        "This reverts commit 0123abc.",
        "Revert the refactoring of join",
    ],
)
def test_a_revert_is_never_quiet(title: str) -> None:
    claims = claims_of_title(title)
    assert claims.loud >= {Claim.CHANGE}
    assert not claims.quiet


def test_what_a_revert_quotes_claims_nothing() -> None:
    assert claims_of_title('Revert "Fix and deprecate join"').found == (Claim.CHANGE,)


def test_a_footer_that_announces_a_break_counts_for_the_title() -> None:
    said = _said("refactor: join\n\nOnly names.\n\nBREAKING CHANGE: lists are gone")
    assert not claims_of_change(said).is_quiet
    assert claims_of_change(_said("refactor: join\n\nOnly names.")).is_quiet


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ("Merge pull request #1 from shop/fix-x\n\nSimplify join", "Simplify join"),
        ("Merge branch 'fix' into 'main'\n\nSort keys\n\nSee merge request a/b!1", "Sort keys"),
        ("Merged in fix/x (pull request #12)\n\nSort keys\n\nApproved-by: A B", "Sort keys"),
        ("Merged PR 12: Sort keys", "Sort keys"),
        ("fixup! Sort keys", "Sort keys"),
        ("Sort keys [skip ci]", "Sort keys"),
        ("Fixes #12\n\nSort keys", "Sort keys"),
        (
            "Squashed commit of the following:\n\ncommit 0123456789abcdef\nAuthor: A <a@b.org>\n"
            "Date:   Mon Jan 1 10:00:00 2024 +0100\n\n    Sort keys\n",
            "Sort keys",
        ),
        ("Merge branch coverage of all workers", "Merge branch coverage of all workers"),
    ],
)
def test_the_title_is_what_a_person_wrote(message: str, title: str) -> None:
    assert _said(message).title == title
    assert _said(message, WordsKind.TITLE).title == title


@pytest.mark.parametrize(
    "message",
    [
        "Merge branch 'fix-join'",
        "Merge branches 'a' and 'b'",
        "Merge remote-tracking branch 'origin/main' into fix",
        "Merge main into fix",
        "Merge tag 'v1.2'",
        "[skip ci]",
        "Signed-off-by: Fix Er <fix@example.org>",
    ],
)
def test_what_machines_write_says_nothing(message: str) -> None:
    assert _said(message).is_silent


def test_trailers_say_nothing() -> None:
    said = _said(
        "Sort keys\n\nSigned-off-by: Fix Er <fix@example.org>\nChange-Id: I0fix\nCc: a@b.org\n"
        "Co-authored-by: Bug Hunter <bug@example.org>\nReviewed-by: C\nReviewed-on: https://b.org\n"
        "Refs: #12\nSee #13\n(cherry picked from commit 0123abc)\n"
    )
    assert said.sentences == ("Sort keys",)
    assert not hint_of(said).found


@pytest.mark.parametrize(
    "line",
    [
        "Fixes #12",
        "Closes: GH-12",
        "resolves #12, closes shop/till#13.",
        "* Fix issue #12 and #13",
        "Closes https://github.com/shop/till/issues/12",
    ],
)
def test_a_linked_issue_hints_at_a_fix_weakly(line: str) -> None:
    assert _said(f"Sort keys\n\n{line}").sentences == ("Sort keys",)
    assert hint_of(_said(f"Sort keys\n\n{line}")).found == (Claim.FIX,)
    assert not _said(line).is_silent
    assert hint_of(_said(f"MAINT: sort keys\n\n{line}")).found == (Claim.REFACTORING,)
    assert claims_of_change(_said(f"Simplify join\n\n{line}")).is_quiet


def test_a_fix_of_an_issue_that_says_more_is_a_sentence() -> None:
    said = _said("Fix #12: order of join")
    assert not said.closes_issue
    assert claims_of_change(said).loud == {Claim.FIX}


def test_lines_of_a_squashed_change_are_sentences_of_their_own() -> None:
    said = _said("Join (#12)\n\n* fix order of join\n* Refactor walk\n* feat: sets\n")
    assert said.rest == ("fix order of join", "Refactor walk", "feat: sets")
    claims = [claims_of_title(each) for each in said.rest]
    assert [each.is_quiet for each in claims] == [False, True, False]
