"""Words that look like claims, and what stemmers bring together or keep apart."""

from __future__ import annotations

import pytest

from swerve.meaning.intent._claims import Claim, claims_of, claims_of_title
from swerve.meaning.intent._phrases import Phrases
from swerve.meaning.intent._words import stem


@pytest.mark.parametrize(
    "title",
    [
        "`merged` vertical cells",
        '"merged" vertical cells',
        "Width of merged vertical cells",
        "Merged cells are read twice",
        "Clean-up handler leaks a file",
        "Cleanup handlers run in order",
        "Width of split lines",
        "Keep cookies of the test client",
        "Cached property keeps its docstring",
        "Type of x",
        "Types of columns",
        "Performed twice by walk",
        "News are sorted",
        "Modern calendars",
        "Wind speed in knots",
        "Optimizer keeps its state",
        "Optimal order of keys",
        "Vector of zeros",
        "Valid keys of a map",
        "Latest version of a page",
        "Columns and rows, respectively",
        "Width of cache keys",
        "Clear cache on logout",
        "Migrations keep their order",
        "Document order of nodes",
        "Order lost in the refactoring",
        "Order of keys after the last clean-up",
        "Linear regression of two points",
        "Moving average of one value",
        "Inline tables keep their order",
        "Sorted by name until now",
    ],
)
def test_what_things_are_called_claims_nothing(title: str) -> None:
    assert not claims_of_title(title).found


@pytest.mark.parametrize(
    "title",
    [
        "Fix fast path bug in join",
        "Fast path bug in join",
        "Fix merged cells",
        "Fix clean-up handler",
        "Fix cached property of slots",
        "Fix test client cookies",
        "Fix split lines of a table",
        "Fix crash on docstrings with a tab",
        "Fix docstring parsing",
        "Fix comment handling",
        "Fix duplicate entries of join",
        "Fix regression from refactoring",
        "Fix memory leak in join",
        "Fix document order of nodes",
        "Fix typos and fix join of sets",
        "Add tests and fix crash of join",
    ],
)
def test_what_is_fixed_may_look_like_a_quiet_claim(title: str) -> None:
    claims = claims_of_title(title)
    assert claims.loud == {Claim.FIX}
    assert not claims.is_quiet


@pytest.mark.parametrize(
    "title",
    [
        "Add test client",
        "Add permutation test",
        "Add type check to parse",
        "Add vector type",
        "Add annotations to heatmaps",
        "Remove duplicate rows in join",
        "Remove redundant parentheses of tuples",
        "Drop validators",
    ],
)
def test_additions_and_removals_may_look_like_quiet_claims(title: str) -> None:
    claims = claims_of_title(title)
    assert claims.loud
    assert not claims.is_quiet


@pytest.mark.parametrize(
    ("title", "claim"),
    [
        ("Merge two loops of join", Claim.REFACTORING),
        ("Lookup moved to a class of its own", Claim.REFACTORING),
        ("Split join and walk", Claim.REFACTORING),
        ("Clean-up of join", Claim.REFACTORING),
        ("Re-write join", Claim.REFACTORING),
        ("De-duplicate join and walk", Claim.REFACTORING),
        ("Modernise join", Claim.REFACTORING),
        ("Simplification of join", Claim.REFACTORING),
        ("Remove redundant checks in join", Claim.REFACTORING),
        ("Replace deprecated alias of till", Claim.REFACTORING),
        ("Remove use of deprecated `till.add`", Claim.REFACTORING),
        ("Optimisation of join", Claim.SPEED),
        ("Vectorise join", Claim.SPEED),
        ("join: cache results", Claim.SPEED),
        ("Add fast path for sorted lists", Claim.SPEED),
        ("Fix performance regression in join", Claim.SPEED),
        ("Reduce memory footprint of join", Claim.SPEED),
        ("Add a test for join", Claim.TOOLING),
        ("Fix failing test of join", Claim.TOOLING),
        ("Improve typing of join", Claim.TYPING),
    ],
)
def test_quiet_claims_in_other_forms(title: str, claim: Claim) -> None:
    claims = claims_of_title(title)
    assert claims.is_quiet
    assert claims.quiet[0] is claim


@pytest.mark.parametrize(
    "title",
    [
        "Simplification du parseur",
        "Correction de la performance",
        "Optimisation des requêtes",
        "Réécriture du cache",
        "Refactor del parser",
        "Refactorización del analizador",
        "Typing verbessert und für Listen korrigiert",
        "Refactoring von dem Parser, wenn nötig",
        "修复 cache 的 bug",
        "重构 join",
        "优化 performance",
        "parserをrefactorする",
        "Исправлена performance парсера",
        "Διόρθωση performance του join",
    ],
)
def test_words_of_another_language_claim_nothing(title: str) -> None:
    assert not claims_of_title(title).found
    assert claims_of_title(f"perf: {title}").is_quiet
    assert claims_of_title(f"🐛 {title}").loud == {Claim.FIX}


@pytest.mark.parametrize(
    "title",
    [
        "Fix Schrödinger equation",
        "Fix naïve datetimes",
        "Fix width of 漢字 in tables",
        "Fix µs and Δt of timers",
        "Fix de Boor recursion",
        "Fix quotes in 'für alle Fälle'",
        "Fix `der_die_das` and LES()",
    ],
)
def test_foreign_names_in_english(title: str) -> None:
    assert claims_of(title).found == (Claim.FIX,)


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("performance", "Performances of join", "Performances"),
        ("performance", "performed and performing", ""),
        ("validate", "valid validators: validation", "validation"),
        ("new", "news", ""),
        ("test", "the latest contest", ""),
        ("test", "tests, tested", "tests"),
        ("type hint", "type-hints", "type-hints"),
        ("clean up", "cleaned up", "cleaned up"),
        ("cleanup", "clean-ups", "clean-ups"),
        ("no longer", "it no longer raises", "no longer"),
        ("port ... to", "ported the whole old tokenizer to C", "ported the whole old tokenizer to"),
        ("port .. to", "ported the whole old tokenizer to C", ""),
        ("port .. to", "ports; to", ""),
        ("=now", "now", "now"),
        ("raise|throw =if", "throws if", "throws if"),
        ("test $", "add tests (two)", "tests"),
        ("test $", "test client", ""),
        ("don't", "Don’t", "Don’t"),
        ("gpu", "is_gpu", ""),
        ("a b, c", "a c", "c"),
    ],
)
def test_phrases(phrase: str, text: str, found: str) -> None:
    assert Phrases(phrase).search(text) == found
    assert Phrases(phrase).stand_in(text) == bool(found)


def test_forms_of_one_word_have_one_stem() -> None:
    for forms in ("refactor refactors Refactored refactoring", "tidy tidied tidying", "map maps"):
        assert len({stem(each) for each in forms.split()}) == 1
