"""`swerve doctor` says what is there, and how to get what is not."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.forked import run_forked

from swerve.source.store import Store


def doctor(*words: str, folder: Path, path: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SWERVE_CACHE": str(folder / "cache")}
    environment.pop("VIRTUAL_ENV", None)
    if path is not None:
        environment["PATH"] = path
    return run_forked(("doctor", *words), folder, environment, "", 60)


def test_the_interpreter_is_told_as_in_reports(tmp_path: Path) -> None:
    assert "(swerve's own)" in doctor(folder=tmp_path).stdout


def test_everything_is_told_as_json(tmp_path: Path) -> None:
    answer = doctor("--json", folder=tmp_path)
    assert answer.returncode == 0, answer.stderr
    facts = json.loads(answer.stdout)
    assert facts["schema"] == "swerve-doctor/1"
    assert facts["interpreter"]["version"] == sys.version.split()[0]
    assert facts["interpreter"]["found_by"] == "running"
    assert facts["sandbox"]["level"] in {"strict", "process"}
    assert facts["cache"]["folder"].startswith(str(tmp_path / "cache"))
    assert facts["cache"]["bytes"] == 0
    git, solver = facts["parts"]
    assert solver["version"].startswith("z3-solver 4.")
    assert git["present"] == (shutil.which("git") is not None)


def test_without_a_language_model_nothing_leaves_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SWERVE_LLM_MODEL", "SWERVE_LLM_KEY", "SWERVE_LLM_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-for-another-program")
    said = doctor(folder=tmp_path).stdout
    assert "none configured: your code does not leave this machine" in said
    assert "sk-for" not in said


def test_a_language_model_is_told_without_its_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SWERVE_LLM_MODEL", "small")
    monkeypatch.setenv("SWERVE_LLM_KEY", "sk-very-secret")
    monkeypatch.setenv("SWERVE_LLM_URL", "http://example.org/v1?token=sk-other-secret")
    text, data = doctor(folder=tmp_path).stdout, doctor("--json", folder=tmp_path).stdout
    assert "small at http://example.org/v1, with a key" in text
    assert "The key is sent unencrypted" in text
    assert json.loads(data)["language_model"]["on_this_machine"] is False
    assert "secret" not in text + data


def test_the_text_has_a_line_for_each_thing(tmp_path: Path) -> None:
    answer = doctor(folder=tmp_path)
    assert answer.returncode == 0, answer.stderr
    for word in ("interpreter", "sandbox", "git", "cache"):
        assert any(word in line for line in answer.stdout.splitlines()), word


def test_predictions_are_part_of_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))
    Store().put("ab" * 32, b"data")
    found = json.loads(doctor("--json", folder=tmp_path).stdout)["cache"]
    assert (found["trees"], found["predictions"]) == (0, 1)
    assert found["bytes"] > 0
    assert "in 0 trees and 1 prediction, at most" in doctor(folder=tmp_path).stdout


def test_without_bubblewrap_it_says_how_to_get_it_and_what_is_not_held(tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "git").symlink_to(shutil.which("git") or "/usr/bin/git")
    answer = doctor("--json", folder=tmp_path, path=str(programs))
    facts = json.loads(answer.stdout)["sandbox"]
    assert facts["level"] == "process"
    assert "bubblewrap" in facts["missing"][0]["what"]
    assert facts["missing"][0]["hint"]
    assert any("network" in threat for threat in facts["not_held"])
    text = doctor(folder=tmp_path, path=str(programs)).stdout
    assert "bubblewrap" in text
    assert "not prevented at this level" in text


def test_an_interpreter_that_is_not_there_is_an_error_with_a_hint(tmp_path: Path) -> None:
    answer = doctor("--json", "--python", "no/such/python", folder=tmp_path)
    assert answer.returncode == 2
    facts = json.loads(answer.stdout)
    assert "no/such/python" in facts["interpreter"]["error"]
    assert facts["interpreter"]["hint"]


@pytest.mark.parametrize("level", ["process", "none"])
def test_a_level_can_be_looked_at(tmp_path: Path, level: str) -> None:
    answer = doctor("--json", "--sandbox", level, folder=tmp_path)
    assert json.loads(answer.stdout)["sandbox"]["level"] == level
