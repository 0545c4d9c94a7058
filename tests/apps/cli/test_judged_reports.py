"""Differences that `swerve check` finds, judged by what was said about the change."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from swerve.apps.cli import main

if TYPE_CHECKING:
    from tests.conftest import Repository

OLD = """\
def mean(values: list[int]) -> float:
    return sum(values) / len(values)


def shorten(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    return text[:limit] + "..."
"""
FIXED = OLD.replace(
    "    return sum(values)", "    if not values:\n        return 0.0\n    return sum(values)"
)
BROKEN = OLD.replace("<= limit", "< limit")
QUICK = ["check", "HEAD", "--skip", "shadow", "--skip", "replay", "--skip", "prove"]


@pytest.fixture
def words(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.chdir(repository.path)
    repository.commit("start", {"words.py": OLD})
    return repository


def witness(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    (function,) = json.loads(capsys.readouterr().out)["functions"]
    found: dict[str, Any] = function["witnesses"][0]
    return found


def test_a_refactoring_that_changes_a_result_is_unintended(
    words: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    words.commit("Refactor shorten: simplify the comparison", {"words.py": BROKEN})
    assert main([*QUICK, "--fail-on", "unintended", "--format", "json"]) == 1
    found = witness(capsys)
    assert found["judgement"] == "unintended"
    assert "refactor" in found["why"].lower()


def test_a_fix_that_does_what_it_says_is_intended(
    words: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    message = "Fix mean of an empty list: return 0.0 instead of raising ZeroDivisionError"
    words.commit(message, {"words.py": FIXED})
    assert main([*QUICK, "--fail-on", "unintended", "--format", "json"]) == 0
    assert witness(capsys)["judgement"] == "intended"


@pytest.mark.slow
def test_nobody_judges_where_nobody_is_asked_or_nothing_was_said(
    words: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    words.commit("Refactor shorten", {"words.py": BROKEN})
    assert main([*QUICK, "--judge", "none", "--format", "json"]) == 1
    assert witness(capsys)["judgement"] is None
    words.write("words.py", BROKEN.replace('"..."', '"…"'))
    main(["check", *QUICK[2:], "--format", "json"])
    assert witness(capsys)["judgement"] is None


@pytest.mark.slow
def test_a_contract_overrules_the_judge(
    words: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    contract = (
        "def shorten(text: str, limit: int) -> None:\n"
        '    with case("exactly at the limit"):\n'
        "        requires(len(text) == limit)\n"
        '        ensures(result == text + "...")\n'
    )
    files: dict[str, str | bytes] = {"words.py": BROKEN, "contracts/words.py": contract}
    words.commit("Refactor shorten: simplify the comparison", files)
    main([*QUICK, "--trust-change", "--format", "json"])
    found = witness(capsys)
    assert found["judgement"] == "intended"
    assert "exactly at the limit" in found["why"]
    main([*QUICK, "--format", "json"])
    found = witness(capsys)
    assert found["judgement"] == "unintended"
    assert "exactly at the limit" in found["claim"]


def test_a_model_must_be_configured_to_be_asked(
    words: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("SWERVE_LLM_MODEL", "SWERVE_LLM_URL", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    assert main(["check", "HEAD", "--judge", "model"]) == 2
    assert "`--judge model` needs a language model" in capsys.readouterr().err


@pytest.mark.slow
def test_what_a_rule_sets_aside_takes_one_line(
    words: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    raising = (
        "def shorten(text: str, limit: int) -> str:\n    if limit < 0:\n"
        '        raise ValueError("{}")\n    return text[:limit]\n'
    )
    words.commit("Raise", {"words.py": raising.format("no")})
    words.commit("Refactor shorten", {"words.py": raising.format("too small")})
    main([*QUICK, "--fail-on", "unintended"])
    shown = capsys.readouterr().out
    assert "set aside  message-only: " in shown
    assert "intent " not in shown
